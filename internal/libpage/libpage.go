// Package libpage writes what the catalogue knows of a library for people: as text for
// the command line, and as the page docs/libraries.md.
package libpage

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/catalog"
)

// section is a part of a page, one for each kind of entry.
type section struct {
	title string
	items []item
}

// item is an entry: what it is about, what is known of it, and how that is known.
type item struct {
	head    string
	details []string
	fact    catalog.Fact
}

// Text returns the page of a library for the command line.
func Text(l *catalog.Library) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", l.Name, l.About)
	for _, m := range l.Modules {
		fmt.Fprintf(&b, "\t%s\n", module(m))
	}
	for _, name := range slices.Sorted(maps.Keys(l.Imports)) {
		fmt.Fprintf(&b, "\t%s is %s\n", name, packagePath(l.Imports[name]))
	}
	for _, s := range sections(l) {
		fmt.Fprintf(&b, "\n%s\n", s.title)
		for _, it := range s.items {
			fmt.Fprintf(&b, "\n\t%s\n", it.head)
			for _, d := range it.details {
				fmt.Fprintf(&b, "\t\t%s\n", d)
			}
			fmt.Fprintf(&b, "\t\t%s\n", evidence(it.fact))
		}
	}
	return b.String()
}

const markdownHead = `<!-- Generated from the files in the directory catalog by go generate; do not edit. -->

# What libraries do by themselves

This is what retrylint knows of libraries that retry, or that take part in retries: %d libraries, %d facts. The data are in the directory
[catalog](../catalog), one file a library; [adding-a-library.md](adding-a-library.md) says how to add one. The command ` + "`retrylint libraries`" + ` prints the same.

* **Attempts** are total tries, the first included, when every attempt fails. Libraries that count retries are converted.
* **How it is known**: *read* in the source at the place that is given; *measured* once, by counting; *counted* each time the tests run.
* A fact holds for the versions that were checked, and is taken to hold after them, unless it names versions of its own.

| library | | attempts by default | facts | measured or counted |
|---|---|---|---|---|
`

// Markdown returns the page of all libraries.
func Markdown(libs []*catalog.Library) string {
	var b strings.Builder
	facts := 0
	for _, l := range libs {
		facts += len(Proofs(l))
	}
	fmt.Fprintf(&b, markdownHead, len(libs), facts)
	for _, l := range libs {
		proofs := Proofs(l)
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %d | %d |\n", l.Name, l.Name, escape(l.About), escape(Attempts(l)), len(proofs), proven(proofs))
	}
	for _, l := range libs {
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n\n", l.Name, upper(escape(l.About)))
		for _, m := range l.Modules {
			fmt.Fprintf(&b, "* %s\n", escape(module(m)))
		}
		for _, s := range sections(l) {
			fmt.Fprintf(&b, "\n**%s**\n\n", s.title)
			for _, it := range s.items {
				fmt.Fprintf(&b, "* `%s`", strings.ReplaceAll(it.head, ", ", "`, `"))
				if len(it.details) > 0 {
					fmt.Fprintf(&b, ": %s", escape(strings.Join(it.details, "; ")))
				}
				fmt.Fprintf(&b, ". <sub>%s</sub>\n", escape(evidence(it.fact)))
			}
		}
	}
	return b.String()
}

// Proofs returns how each entry of a library is known.
func Proofs(l *catalog.Library) []catalog.Proof {
	var proofs []catalog.Proof
	for _, s := range sections(l) {
		for _, it := range s.items {
			proofs = append(proofs, cmp.Or(it.fact.Proof, catalog.Read))
		}
	}
	return proofs
}

// proven returns the number of proofs that are more than read.
func proven(proofs []catalog.Proof) int {
	n := 0
	for _, p := range proofs {
		if p != catalog.Read {
			n++
		}
	}
	return n
}

// Attempts returns the attempts that the clients and retriers of a library make by
// default, each number once.
func Attempts(l *catalog.Library) string {
	var all []string
	add := func(b catalog.Bound) {
		if s := attempts(b); b.Kind != catalog.UnknownBound && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	for i := range l.Clients {
		add(l.ClientAttempts(&l.Clients[i]))
		for j := range l.Clients[i].Calls {
			if b := l.Clients[i].Calls[j].Attempts; !b.IsZero() {
				add(b)
			}
		}
	}
	for i := range l.Retriers {
		add(l.RetrierAttempts(&l.Retriers[i]))
	}
	return cmp.Or(strings.Join(all, ", "), "as configured")
}

func attempts(b catalog.Bound) string {
	switch b.Kind {
	case catalog.Counted:
		return fmt.Sprint(b.N)
	case catalog.UntilDeadline:
		return "until the context ends"
	}
	return b.String()
}

func module(m catalog.Module) string {
	switch {
	case m.Path == "std":
		return "the standard library"
	case m.Oldest == "" && m.Newest == "":
		return m.Path
	case m.Oldest == m.Newest:
		return fmt.Sprintf("%s, checked at %s", m.Path, m.Newest)
	}
	return fmt.Sprintf("%s, checked at %s and %s", m.Path, m.Oldest, m.Newest)
}

func packagePath(path string) string {
	if path == "..." {
		return "any package"
	}
	return path
}

// evidence returns how a fact is known, where, and for which versions.
func evidence(f catalog.Fact) string {
	s := string(cmp.Or(f.Proof, catalog.Read))
	if f.Source != "" {
		s += ", " + f.Source
	}
	switch {
	case f.Since != "" && f.Until != "":
		s += fmt.Sprintf("; from %s on, before %s", f.Since, f.Until)
	case f.Since != "":
		s += "; from " + f.Since + " on"
	case f.Until != "":
		s += "; before " + f.Until
	}
	return s
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// escape returns text that Markdown takes for text.
func escape(s string) string {
	return strings.NewReplacer("*", `\*`, "_", `\_`, "<", `\<`, "|", `\|`).Replace(s)
}
