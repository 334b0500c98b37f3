package since_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/since"
)

func finding(fingerprint, pkg, declaration string, attempts int64, links ...document.Link) document.Finding {
	f := document.Finding{
		Rule: "r", Fingerprint: fingerprint, Package: pkg, Declaration: declaration, Operation: pkg + ".load", Message: fingerprint,
		Attempts: document.Attempts{Kind: "exact", N: attempts},
	}
	if len(links) > 0 {
		f.Chain = &document.Chain{Product: document.Attempts{Kind: "up to", N: 1}, Links: links}
		for _, l := range links {
			f.Chain.Product.N *= l.Attempts.N
		}
	}
	return f
}

func link(name string, n int64) document.Link {
	return document.Link{Function: "m." + name, Name: name, Attempts: document.Attempts{Kind: "exact", N: n}}
}

func TestNew(t *testing.T) {
	for _, test := range []struct {
		name        string
		base, sites []document.Finding
		head        []document.Finding
		want        []string
	}{
		{"nothing new", []document.Finding{finding("a", "p", "F", 4)}, nil, []document.Finding{finding("a", "p", "F", 4)}, nil},
		{"new", []document.Finding{finding("a", "p", "F", 4)}, nil, []document.Finding{finding("a", "p", "F", 4), finding("b", "p", "F", 4)}, []string{"b"}},
		{"moved to another package", []document.Finding{finding("a", "p", "F", 4)}, nil, []document.Finding{finding("b", "q", "F", 4)}, nil},
		{"moved, and one more", []document.Finding{finding("a", "p", "F", 4)}, nil, []document.Finding{finding("b", "q", "F", 4), finding("c", "z", "F", 4)}, []string{"c"}},
		{"copied", []document.Finding{finding("a", "p", "F", 4)}, nil, []document.Finding{finding("a", "p", "F", 4), finding("b", "q", "F", 4)}, []string{"b"}},
		{"other attempts elsewhere", []document.Finding{finding("a", "p", "F", 4)}, nil, []document.Finding{finding("b", "q", "F", 5)}, []string{"b"}},
		{"a product falls", []document.Finding{finding("a", "p", "F", 4, link("F", 4), link("g", 4))}, nil, []document.Finding{finding("a", "p", "F", 4, link("F", 4), link("g", 3))}, nil},
		{
			"a product rises",
			[]document.Finding{finding("a", "p", "F", 4, link("F", 4), link("g", 4))}, nil,
			[]document.Finding{finding("a", "p", "F", 4, link("F", 4), link("g", 5))}, []string{"a; was 16, now 20: g 5× instead of 4×"},
		},
		{
			"a chain that was below the limit", nil, []document.Finding{finding("s", "p", "F", 4, link("F", 4))},
			[]document.Finding{finding("a", "p", "F", 4, link("F", 4), link("g", 4))}, []string{"a; was 4, now 16: g 4× is new"},
		},
		{
			"a site without a chain", nil, []document.Finding{finding("s", "p", "F", 4)},
			[]document.Finding{finding("a", "p", "F", 4, link("F", 4), link("g", 4))}, []string{"a; was 4, now 16: g 4× is new"},
		},
		{
			"a lower limit", nil, []document.Finding{finding("s", "p", "F", 4, link("F", 4), link("g", 4))},
			[]document.Finding{finding("a", "p", "F", 4, link("F", 4), link("g", 4))}, nil,
		},
		{
			"a moved chain that rises",
			[]document.Finding{finding("a", "p", "F", 4, link("F", 4), link("g", 4))}, nil,
			[]document.Finding{finding("b", "q", "F", 4, link("F", 4), link("h", 8))}, []string{"b; was 16, now 32: h 8× is new"},
		},
		{
			"a chain that a directive no longer silences", nil, []document.Finding{finding("s", "p", "F", 4, link("F", 4), link("g", 4))},
			[]document.Finding{finding("silenced", "p", "F", 4, link("F", 4), link("g", 4))}, []string{"silenced"},
		},
		{"a new chain", nil, nil, []document.Finding{finding("a", "p", "F", 4, link("F", 4), link("g", 4))}, []string{"a"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			present := make(map[string]bool)
			for _, f := range test.head {
				present[f.Fingerprint] = true
			}
			base := since.Base{Findings: test.base, Silenced: map[string]bool{"silenced": true}, Sites: test.sites}
			var got []string
			for _, f := range base.New(test.head, present) {
				got = append(got, f.Text())
			}
			assert.Equal(t, test.want, got)
		})
	}
}
