// Package record defines what stands behind a finding.
//
// Rules produce records, drivers present them. A message is the text of a
// record and is never parsed: whatever a driver filters, counts, compares or
// formats, it takes from the fields here.
package record

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/token"
	"slices"
	"strings"
)

// Confidence says how sure a finding is. Findings of low confidence are not
// shown unless asked for.
type Confidence string

// The levels of confidence, surest first.
const (
	High   Confidence = "high"
	Medium Confidence = "medium"
	Low    Confidence = "low"
)

// AtLeast reports whether c is as sure as min or surer.
func (c Confidence) AtLeast(min Confidence) bool { return c.rank() <= min.rank() }

func (c Confidence) rank() int {
	return slices.Index([]Confidence{High, Medium, Low}, c)
}

// Position is a place in a source file. Lines and columns count from 1, columns
// in bytes; Column is 0 where only the line is known.
type Position struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column,omitempty"`
}

// At returns the place of pos, the zero Position if there is none.
func At(fset *token.FileSet, pos token.Pos) Position {
	p := fset.Position(pos)
	return Position{File: p.Filename, Line: p.Line, Column: p.Column}
}

// IsValid reports whether p is a place.
func (p Position) IsValid() bool { return p.Line > 0 }

// String returns the position as file:line:column.
func (p Position) String() string {
	if p.Column == 0 {
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Compare orders positions by file, line and column.
func (p Position) Compare(q Position) int {
	return cmp.Or(strings.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

// Operation is what a retry site attempts.
type Operation struct {
	// ID identifies the operation across packages and revisions: a full function
	// name such as "(*net/http.Client).Do".
	ID string `json:"id"`
	// Text is how messages print the operation, such as "(*http.Client).Do".
	Text string `json:"text"`
	// Position is where it is called.
	Position Position `json:"position,omitzero"`
	// Remote is "remote", "probably remote", "child process" or "local".
	Remote string `json:"remote"`
	// Via are the functions through which the call reaches the other process, as
	// full names, the nearest first; empty if the operation itself does.
	Via []string `json:"via,omitempty"`
}

// Attempts is the number of times one pass through a site can issue its
// operation, the first try included.
type Attempts struct {
	// Kind is "exact", "at least", "time-bounded", "unknown" or "unbounded".
	Kind string `json:"kind"`
	// N is the number for the kinds "exact" and "at least"; for "time-bounded"
	// the number that fits when every attempt fails at once, 0 if not known.
	N int64 `json:"n,omitempty"`
	// Text derives the number, such as "n + 1" for a parameter n.
	Text string `json:"text,omitempty"`
	// From says what ends the site and where, or why the number is not known.
	From []Evidence `json:"from,omitempty"`
}

// Wait is the time between one attempt and the next.
type Wait struct {
	// Kind is "none", "constant", "growing", "jittered", "server", "caller" or "unknown".
	Kind string `json:"kind"`
	// Text is the value or formula, such as "2s" or "1s, 2s, 4s".
	Text string `json:"text,omitempty"`
	// From says where it is waited, or why the time is not known.
	From []Evidence `json:"from,omitempty"`
}

// Evidence is one reason for what a record says, with its place. Position is
// zero where the place is not in the package at hand.
type Evidence struct {
	Position Position `json:"position,omitzero"`
	Text     string   `json:"text"`
}

// Path is one way from a failed attempt back to the next attempt.
type Path struct {
	// Conditions are the tests that lead down this path, in order.
	Conditions []Evidence `json:"conditions,omitempty"`
	Wait       Wait       `json:"wait"`
	// Changes says that something was called in between that may have changed what
	// the next attempt meets.
	Changes bool `json:"changes,omitempty"`
}

// Ignore is a directive that silences a rule at a place. It means the same in every
// package, and two are the same if all of their fields are.
type Ignore struct {
	Rule   string `json:"rule"`
	Reason string `json:"reason"`
	// Package is the import path of the package in which the directive stands, File
	// the name of the file without its directory.
	Package string `json:"package"`
	File    string `json:"file"`
	Line    int    `json:"line"`
}

// Chain is a call path on which retry sites multiply.
type Chain struct {
	// Operation is what is attempted at the end.
	Operation string `json:"operation"`
	// Product is how often one call issues it when everything fails: "up to",
	// "at least" or "unbounded".
	Product Attempts `json:"product"`
	// Links are the sites on the path, the first one outermost.
	Links []Link `json:"links"`
	// Through are the functions on the path, as full names.
	Through []string `json:"through"`
	// Time is the longest that all attempts take together, as far as the timeouts and
	// waits on the path are known: such as "4 × (4 × 30s + 3s) + 3s = 8m15s".
	Time string `json:"time,omitempty"`
	// Ignored is the directive that silences what is found on the path; nil if none does.
	Ignored *Ignore `json:"ignored,omitempty"`
}

// Sites returns the number of links that repeat, or may repeat, something.
func (c *Chain) Sites() int {
	n := 0
	for _, l := range c.Links {
		if l.Attempts.Kind != "exact" || l.Attempts.N > 1 {
			n++
		}
	}
	return n
}

// Link is one retry site of a chain.
type Link struct {
	// Function is the full name of the function that holds the site, Package the import
	// path of its package. Name is how messages call the site: by the function or the
	// library.
	Function string   `json:"function"`
	Package  string   `json:"package,omitempty"`
	Name     string   `json:"name"`
	Attempts Attempts `json:"attempts"`
	// Position is the place, with no more of the file than its base name: the function
	// may be of another package.
	Position Position `json:"position,omitzero"`
	// Library is the library whose client retries by itself, empty for a loop, and Origin
	// where the number comes from: what ends the loop, the default of a library, a directive.
	Library string `json:"library,omitempty"`
	Origin  string `json:"origin,omitempty"`
	// Waits is the sum of the waits between the attempts, and Timeout the time that each
	// attempt gets of its own; empty if not known.
	Waits   string `json:"waits,omitempty"`
	Timeout string `json:"timeout,omitempty"`
}

// Answers says which answers to an attempt lead to another one: HTTP statuses and ranges
// of them, such as "400-407", gRPC codes by name, and kinds of errors.
type Answers struct {
	// Again are those that surely lead to another attempt.
	Again []string `json:"again,omitempty"`
	// Stops are those that surely do not.
	Stops []string `json:"stops,omitempty"`
	// Exact says that there are no others among the statuses and codes.
	Exact bool `json:"exact,omitempty"`
	// Call is the full name of the call that gets the answer.
	Call string `json:"call,omitempty"`
}

// Record is one finding, or what is known of one operation in a loop.
type Record struct {
	Rule       string     `json:"rule"`
	Confidence Confidence `json:"confidence"`
	Position   Position   `json:"position"`
	End        Position   `json:"end"`
	// Package is the import path of the package that holds the site.
	Package string `json:"package"`
	// Declaration is the enclosing declared function, such as "(*Client).Get".
	Declaration string `json:"declaration"`
	// Construct is "retry", "reconnect", "worker" or another name of a construct;
	// Site says that a failure leads back to the same attempt there, and Why is the
	// reason in a few words.
	Construct string    `json:"construct"`
	Site      bool      `json:"site,omitempty"`
	Why       string    `json:"why,omitempty"`
	Operation Operation `json:"operation,omitzero"`
	Attempts  Attempts  `json:"attempts,omitzero"`
	// Wait is the wait that a finding is about; of a site, that of its only path.
	Wait  Wait   `json:"wait,omitzero"`
	Paths []Path `json:"paths,omitempty"`
	// Chain is the call path that a finding of nestedretry is about; of a site, the one
	// from it on that multiplies to most.
	Chain *Chain `json:"chain,omitempty"`
	// Answers is what is known of the decision to try again.
	Answers Answers `json:"answers,omitzero"`
	// Evidence are the calls that were looked at where none is an attempt.
	Evidence []Evidence `json:"evidence,omitempty"`
	Message  string     `json:"message"`
	// Test and Generated say that the finding lies in a _test.go file or in
	// generated code; such findings are not shown unless asked for.
	Test      bool `json:"test,omitempty"`
	Generated bool `json:"generated,omitempty"`
	// Ignored is the directive that silences the finding; nil if none does.
	Ignored *Ignore `json:"ignored,omitempty"`
	// Unused is the directive that this finding is about: it silences nothing, unless
	// another record of the run names it as Ignored.
	Unused *Ignore `json:"unused,omitempty"`
	// Fingerprint identifies the finding across edits that do not concern it.
	Fingerprint string `json:"fingerprint"`
}

// Compare orders records by position, then rule, then message: a total order.
func (r *Record) Compare(s *Record) int {
	return cmp.Or(
		r.Position.Compare(s.Position),
		strings.Compare(r.Rule, s.Rule),
		strings.Compare(r.Message, s.Message),
	)
}

// Fingerprint returns a stable identity for the finding of a rule on the
// ordinal-th site (from 0) of an operation within a declaration. Positions and
// the wording of messages do not enter it.
func Fingerprint(rule, pkg, declaration, operation string, ordinal int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%s\x00%d", rule, pkg, declaration, operation, ordinal))
	return hex.EncodeToString(sum[:16])
}

// Ordinals numbers findings that are alike but for their place. The zero value
// is ready for use; findings are to be given in source order.
type Ordinals struct{ seen map[string]int }

// Fingerprint returns the fingerprint of the next finding of its kind.
func (o *Ordinals) Fingerprint(rule, pkg, declaration, operation string) string {
	if o.seen == nil {
		o.seen = make(map[string]int)
	}
	key := rule + "\x00" + declaration + "\x00" + operation
	n := o.seen[key]
	o.seen[key]++
	return Fingerprint(rule, pkg, declaration, operation, n)
}
