// Package rollup counts what was found in many repositories.
package rollup

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/output"
)

// Source is a saved document with its name.
type Source struct {
	Name     string
	Document *document.Document
}

// chain is one of the chains, with where it was found.
type chain struct {
	source  string
	finding *document.Finding
}

// library is what is known of one library in the chains.
type library struct {
	chains  int
	origins map[string]bool
}

// Write prints the counts of some documents, with as many chains as top says.
func Write(w io.Writer, sources []Source, top int) error {
	rules := make(map[string]int)
	libraries := make(map[string]*library)
	var chains []chain
	total := 0
	for _, s := range sources {
		for i := range s.Document.Findings {
			f := &s.Document.Findings[i]
			total++
			rules[f.Rule]++
			if f.Chain == nil {
				continue
			}
			chains = append(chains, chain{s.Name, f})
			for _, l := range f.Chain.Links {
				if l.Library == "" {
					continue
				}
				lib := libraries[l.Library]
				if lib == nil {
					lib = &library{origins: make(map[string]bool)}
					libraries[l.Library] = lib
				}
				lib.chains++
				if l.Origin != "" {
					lib.origins[l.Origin] = true
				}
			}
		}
	}
	slices.SortStableFunc(chains, func(a, b chain) int {
		switch p, q := a.finding.Chain.Product, b.finding.Chain.Product; {
		case p.Exceeds(q):
			return -1
		case q.Exceeds(p):
			return 1
		}
		return cmp.Or(strings.Compare(a.source, b.source), strings.Compare(a.finding.Fingerprint, b.finding.Fingerprint))
	})

	b := bufio.NewWriter(w)
	names := slices.Sorted(maps.Keys(rules))
	table(b, "", func(row func(...string)) {
		row(slices.Concat([]string{"file", "findings"}, names, []string{""})...)
		for _, s := range sources {
			of := make(map[string]int)
			for i := range s.Document.Findings {
				of[s.Document.Findings[i].Rule]++
			}
			note := ""
			if !s.Document.Complete {
				note = "not all packages could be analysed"
			}
			row(slices.Concat([]string{s.Name, fmt.Sprint(len(s.Document.Findings))}, counts(of, names), []string{note})...)
		}
		row(slices.Concat([]string{"all", fmt.Sprint(total)}, counts(rules, names), []string{""})...)
	})
	if len(chains) > 0 && top > 0 {
		table(b, "\nworst chains\n", func(row func(...string)) {
			for _, c := range chains[:min(top, len(chains))] {
				f := c.finding
				var links []string
				for _, l := range f.Chain.Links {
					links = append(links, l.String())
				}
				row(f.Chain.Product.String(), f.Chain.Operation, c.source, fmt.Sprintf("%s:%d", f.At.File, f.At.Start.Line), strings.Join(links, " → "))
			}
		})
	}
	if len(libraries) > 0 {
		table(b, "\nlibraries that retry in chains\n", func(row func(...string)) {
			for _, name := range slices.Sorted(maps.Keys(libraries)) {
				lib := libraries[name]
				row(name, fmt.Sprint(lib.chains), strings.Join(slices.Sorted(maps.Keys(lib.origins)), "; "))
			}
		})
	}
	return b.Flush()
}

func counts(of map[string]int, names []string) []string {
	var all []string
	for _, name := range names {
		all = append(all, fmt.Sprint(of[name]))
	}
	return all
}

// table prints rows with their columns aligned.
func table(b *bufio.Writer, head string, rows func(row func(...string))) {
	b.WriteString(head)
	var text strings.Builder
	t := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	rows(func(cells ...string) {
		for i := range cells {
			cells[i] = output.Escape(cells[i])
		}
		fmt.Fprintln(t, strings.Join(cells, "\t"))
	})
	_ = t.Flush() // a strings.Builder takes everything
	for line := range strings.Lines(text.String()) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
}
