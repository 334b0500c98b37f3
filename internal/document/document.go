// Package document is the form in which findings leave the tool: all formats are
// written from it, and it can be saved, read again and compared.
//
// A document holds nothing that depends on where a repository lies or on its files:
// paths are relative to its root, and what a format shows of the source is part of it.
package document

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/record"
)

// Document is what a run found.
type Document struct {
	// Tool is the version of retrylint that found it.
	Tool string
	// Against says that the findings are those that something older does not have: a
	// revision, or a baseline.
	Against string
	// Findings are in the order of their places.
	Findings []Finding
	// Complete says that all packages were analysed.
	Complete bool
}

// Entry is the construct of a finding about a function as the beginning of a call path.
const Entry = "entry"

// Finding is one finding.
type Finding struct {
	Rule       string            `json:"rule"`
	Confidence record.Confidence `json:"confidence"`
	Message    string            `json:"message"`
	// At is the place, and Source the text of its first line; it is empty where the
	// source could not be read.
	At     Span   `json:"at"`
	Source string `json:"source,omitempty"`
	// Package is an import path, Declaration the declared function around the place.
	Package     string `json:"package"`
	Declaration string `json:"declaration,omitempty"`
	Construct   string `json:"construct,omitempty"`
	// Operation is what is attempted, as a full name, and Call how messages print it.
	Operation string   `json:"operation,omitempty"`
	Call      string   `json:"call,omitempty"`
	Remote    string   `json:"remote,omitempty"`
	Attempts  Attempts `json:"attempts,omitzero"`
	Wait      Wait     `json:"wait,omitzero"`
	// Answers are those that surely lead to another attempt.
	Answers []string `json:"answers,omitempty"`
	Chain   *Chain   `json:"chain,omitempty"`
	// Related are places that explain the finding.
	Related []Related `json:"related,omitempty"`
	Fixes   []Fix     `json:"fixes,omitempty"`
	// Fingerprint identifies the finding across edits that do not concern it.
	Fingerprint string `json:"fingerprint"`
	Test        bool   `json:"test,omitempty"`
	Generated   bool   `json:"generated,omitempty"`
	// Before is the product that the chain had in what the document is compared with;
	// nil if there was no such finding, or if it is about no chain.
	Before *Attempts `json:"before,omitempty"`
	// Changed says which links of the chain made the difference.
	Changed []string `json:"changed,omitempty"`
	// Expired is the last day on which it was accepted, as 2027-01-31.
	Expired string `json:"expired,omitempty"`

	origin *finding.Finding
}

// Origin returns the finding of the run that f was made of, nil if it was read.
func (f *Finding) Origin() *finding.Finding { return f.origin }

// Span is a part of a file. End is zero where it is not known.
type Span struct {
	// File is a path with slashes, relative to the root of the repository; absolute for a
	// file outside of it.
	File  string `json:"file"`
	Start Point  `json:"start"`
	End   Point  `json:"end,omitzero"`
}

// Point is a place in a file. Both columns count from 1 and are 0 where they are not known.
type Point struct {
	Line int `json:"line"`
	// Column counts bytes, as Go does, and UTF16 the code units of UTF-16.
	Column int `json:"column,omitempty"`
	UTF16  int `json:"utf16,omitempty"`
}

// Attempts is a number of attempts; see [record.Attempts].
type Attempts struct {
	Kind string `json:"kind"`
	N    int64  `json:"n,omitempty"`
	Text string `json:"text,omitempty"`
}

// Wait is the wait between two attempts; see [record.Wait].
type Wait struct {
	Kind string `json:"kind"`
	Text string `json:"text,omitempty"`
}

// Chain is a call path on which retry sites multiply.
type Chain struct {
	// Operation is what is attempted at the end, Product how often.
	Operation string   `json:"operation"`
	Product   Attempts `json:"product"`
	// Links are the sites on the path, the first one outermost.
	Links []Link `json:"links"`
}

// Link is one retry site of a chain.
type Link struct {
	// Function is the full name of the function that holds the site, and Name how messages
	// call the site.
	Function string   `json:"function"`
	Name     string   `json:"name"`
	Attempts Attempts `json:"attempts"`
	// At is the place; its file is only a base name where Known is false: the package was
	// not analysed then.
	At    Span `json:"at,omitzero"`
	Known bool `json:"known,omitempty"`
	// Library is the library whose client retries by itself, empty for a loop, and Origin
	// where its number comes from.
	Library string `json:"library,omitempty"`
	Origin  string `json:"origin,omitempty"`
}

// Related is a place that explains a finding.
type Related struct {
	At      Span   `json:"at"`
	Message string `json:"message"`
}

// Fix is a change that would mend a finding.
type Fix struct {
	Message string `json:"message"`
	Edits   []Edit `json:"edits"`
}

// Edit replaces a part of a file.
type Edit struct {
	At  Span   `json:"at"`
	New string `json:"new"`
}

// Text returns the message with what has changed.
func (f *Finding) Text() string {
	text := f.Message
	if f.Before != nil && f.Chain != nil {
		text += fmt.Sprintf("; was %s, now %s", f.Before, f.Chain.Product)
		if len(f.Changed) > 0 {
			text += ": " + strings.Join(f.Changed, ", ")
		}
	}
	if f.Expired != "" {
		text += "; it was accepted until " + f.Expired
	}
	return text
}

// String returns the number as it is printed.
func (a Attempts) String() string {
	switch {
	case a.Kind == "unbounded":
		return "without limit"
	case a.Kind == "at least":
		return fmt.Sprintf("at least %d", a.N)
	case a.N == 0 && a.Text != "":
		return a.Text
	case a.N == 0:
		return "an unknown number"
	}
	return fmt.Sprint(a.N)
}

// Exceeds reports whether a is more than b.
func (a Attempts) Exceeds(b Attempts) bool {
	if a.Kind == "unbounded" || b.Kind == "unbounded" {
		return b.Kind != "unbounded"
	}
	return a.N > b.N
}

// String returns the link as messages print it.
func (l Link) String() string {
	text := l.Name + " " + l.times()
	switch {
	case l.Library != "" && l.Origin != "":
		text += fmt.Sprintf(" (%s)", l.Origin)
	case l.Library == "" && l.At.Start.Line > 0:
		file := l.At.File[strings.LastIndexByte(l.At.File, '/')+1:]
		text += fmt.Sprintf(" (%s:%d)", file, l.At.Start.Line)
	}
	return text
}

// same reports whether two links are the same site with the same attempts, wherever it
// stands.
func (l Link) same(m Link) bool {
	return l.Function == m.Function && l.Attempts == m.Attempts && l.Library == m.Library
}

// LinksBesides returns the links of the chain that an older one does not have.
func (c *Chain) LinksBesides(older *Chain) []string {
	var rest []Link
	if older != nil {
		rest = slices.Clone(older.Links)
	}
	var changed []string
	for _, l := range c.Links {
		if i := slices.IndexFunc(rest, l.same); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
			continue
		}
		text := l.String()
		if i := slices.IndexFunc(rest, func(m Link) bool { return m.Function == l.Function && m.Library == l.Library }); i >= 0 {
			text += " instead of " + rest[i].times()
			rest = slices.Delete(rest, i, i+1)
		} else {
			text += " is new"
		}
		changed = append(changed, text)
	}
	return changed
}

func (l Link) times() string {
	if l.Attempts.Kind == "unbounded" {
		return l.Attempts.String()
	}
	return l.Attempts.String() + "×"
}
