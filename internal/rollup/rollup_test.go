package rollup_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/rollup"
)

func TestWrite(t *testing.T) {
	exact := func(n int64) document.Attempts { return document.Attempts{Kind: "exact", N: n} }
	chain := func(file string, product document.Attempts, links ...document.Link) document.Finding {
		return document.Finding{
			Rule: "nestedretry", At: document.Span{File: file, Start: document.Point{Line: 7}}, Fingerprint: file,
			Chain: &document.Chain{Operation: "(*http.Client).Do", Product: product, Links: links},
		}
	}
	redis := document.Link{Name: "go-redis", Library: "go-redis", Origin: "redis.Options.MaxRetries is 3", Attempts: exact(4)}
	loop := document.Link{Name: "a.Get", Attempts: exact(4), At: document.Span{File: "a/a.go", Start: document.Point{Line: 7}}}
	sources := []rollup.Source{
		{Name: "a.json", Document: &document.Document{Complete: true, Findings: []document.Finding{
			chain("a/a.go", exact(16), loop, redis), chain("a/b.go", exact(64), loop), {Rule: "nojitter"},
		}}},
		{Name: "b\x1b.json", Document: &document.Document{Findings: []document.Finding{
			{Rule: "nojitter"}, chain("c.go", document.Attempts{Kind: "unbounded"}, redis),
		}}},
		{Name: "c.json", Document: &document.Document{Complete: true}},
	}
	var b strings.Builder
	require.NoError(t, rollup.Write(&b, sources, 2))
	assert.Equal(t, `file        findings  nestedretry  nojitter
a.json      3         2            1
b\x1b.json  2         1            1         not all packages could be analysed
c.json      0         0            0
all         5         3            2

worst chains
without limit  (*http.Client).Do  b\x1b.json  c.go:7    go-redis 4× (redis.Options.MaxRetries is 3)
64             (*http.Client).Do  a.json      a/b.go:7  a.Get 4× (a.go:7)

libraries that retry in chains
go-redis  2  redis.Options.MaxRetries is 3
`, b.String())
}
