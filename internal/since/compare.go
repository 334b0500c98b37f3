package since

import (
	"fmt"
	"strings"

	"github.com/retrylint/retrylint/internal/document"
)

// Base is what was found in an older revision.
type Base struct {
	// Findings are all, shown or not, that no directive silenced.
	Findings []document.Finding
	// Silenced are the fingerprints of those that a directive silenced.
	Silenced map[string]bool
	// Sites are the retry sites, each with the worst chain from it if there is one, and the
	// functions with the worst chain from each.
	Sites []document.Finding
}

// New returns the findings that the base does not have, and the chains that multiply to more
// than they did there. The fingerprints of all findings that there are now, shown or not, tell
// what has moved to another package: a finding that is like one that has gone.
func (b *Base) New(findings []document.Finding, present map[string]bool) []document.Finding {
	same := make(map[string]*document.Finding)
	gone := make(map[string][]*document.Finding)
	for i := range b.Findings {
		f := &b.Findings[i]
		same[f.Fingerprint] = f
		if !present[f.Fingerprint] {
			gone[likeness(f)] = append(gone[likeness(f)], f)
		}
	}
	sites := make(map[string][]*document.Finding)
	for i := range b.Sites {
		s := &b.Sites[i]
		sites[siteOf(s)] = append(sites[siteOf(s)], s)
	}
	var rest []document.Finding
	for _, f := range findings {
		before := same[f.Fingerprint]
		if before == nil {
			if moved := gone[likeness(&f)]; len(moved) > 0 {
				before, gone[likeness(&f)] = moved[0], moved[1:]
			}
		}
		switch {
		case f.Chain == nil && before != nil:
			continue
		case f.Chain == nil:
		default:
			if before == nil && !b.Silenced[f.Fingerprint] {
				before = worst(sites[siteOf(&f)])
			}
			if before == nil {
				break
			}
			product := productOf(before)
			if !f.Chain.Product.Exceeds(product) {
				continue
			}
			f.Before = &product
			f.Changed = f.Chain.LinksBesides(chainOf(before, f.Chain))
		}
		rest = append(rest, f)
	}
	return rest
}

// likeness is what findings share that differ only in their package.
func likeness(f *document.Finding) string {
	operation := f.Operation[strings.LastIndexByte(f.Operation, '.')+1:]
	return fmt.Sprintf("%s\x00%s\x00%s\x00%v", f.Rule, f.Declaration, operation, f.Attempts)
}

// siteOf identifies the retry sites that repeat one operation in a declared function, or the
// function itself as the beginning of a path.
func siteOf(f *document.Finding) string {
	return fmt.Sprintf("%s\x00%s\x00%s\x00%t", f.Package, f.Declaration, f.Operation, f.Construct == document.Entry)
}

// worst returns the site that multiplies to most.
func worst(sites []*document.Finding) *document.Finding {
	var most *document.Finding
	for _, s := range sites {
		if most == nil || productOf(s).Exceeds(productOf(most)) {
			most = s
		}
	}
	return most
}

// productOf returns what a chain multiplies to; a site without one, its own attempts.
func productOf(f *document.Finding) document.Attempts {
	if f.Chain != nil {
		return f.Chain.Product
	}
	return f.Attempts
}

// chainOf returns the chain of a site; one without any is the first link of the chain that
// begins there now.
func chainOf(f *document.Finding, now *document.Chain) *document.Chain {
	if f.Chain != nil || len(now.Links) == 0 {
		return f.Chain
	}
	first := now.Links[0]
	first.Attempts = f.Attempts
	return &document.Chain{Links: []document.Link{first}}
}
