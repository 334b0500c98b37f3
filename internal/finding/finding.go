// Package finding holds what a run of the analyzers found: the findings with
// their records, however the analyzers were run.
package finding

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/record"
)

// Finding is one finding: its record, and the diagnostic it was reported with.
type Finding struct {
	Record record.Record
	// Unit is the ID of the analysed package, which names the test variant, such
	// as "example.com/a [example.com/a.test]".
	Unit string
	// Analyzer is the name of the analyzer that reported it.
	Analyzer string
	// Diagnostic is what the analyzer reported, without the record.
	Diagnostic Diagnostic
}

// Failure is an analyzer that failed on a package.
type Failure struct {
	Unit, Analyzer string
	Message        string
}

// Result is what a run found.
type Result struct {
	Findings []Finding
	Failures []Failure
	// Units is the number of analysed packages, test variants counted.
	Units int
}

// The types below are the JSON tree that all drivers of x/tools print.

// Tree maps the ID of a package to the name of an analyzer to its diagnostics,
// or to an [Error].
type Tree map[string]map[string]any

// Error stands in a [Tree] for an analyzer that failed.
type Error struct {
	Err string `json:"error"`
}

// Diagnostic is a diagnostic in a [Tree]. Positions are file:line:column.
type Diagnostic struct {
	Category       string         `json:"category,omitempty"`
	Posn           string         `json:"posn"`
	End            string         `json:"end"`
	Message        string         `json:"message"`
	SuggestedFixes []SuggestedFix `json:"suggested_fixes,omitempty"`
	Related        []Related      `json:"related,omitempty"`
}

// Related is a secondary position of a diagnostic.
type Related struct {
	Posn    string `json:"posn"`
	End     string `json:"end"`
	Message string `json:"message"`
}

// SuggestedFix is a change that would mend what a diagnostic reports.
type SuggestedFix struct {
	Message string     `json:"message"`
	Edits   []TextEdit `json:"edits"`
}

// TextEdit replaces the bytes from Start to End of a file.
type TextEdit struct {
	Filename string `json:"filename"`
	Start    int    `json:"start"`
	End      int    `json:"end"`
	New      string `json:"new"`
}

// Decode reads the trees that a run with records printed, one after the other.
func Decode(r io.Reader) (*Result, error) {
	result := new(Result)
	dec := json.NewDecoder(r)
	for {
		var tree map[string]map[string]json.RawMessage
		if err := dec.Decode(&tree); errors.Is(err, io.EOF) {
			return result, nil
		} else if err != nil {
			return nil, fmt.Errorf("reading the output of go vet: %w", err)
		}
		result.Units++
		for unit, analyzers := range tree {
			for analyzer, raw := range analyzers {
				if err := result.add(unit, analyzer, raw); err != nil {
					return nil, fmt.Errorf("reading the output of go vet: %s on %s: %w", analyzer, unit, err)
				}
			}
		}
	}
}

func (r *Result) add(unit, analyzer string, raw json.RawMessage) error {
	if bytes.HasPrefix(raw, []byte("{")) {
		var e Error
		if err := json.Unmarshal(raw, &e); err != nil {
			return err
		}
		r.Failures = append(r.Failures, Failure{Unit: unit, Analyzer: analyzer, Message: e.Err})
		return nil
	}
	var diagnostics []Diagnostic
	if err := json.Unmarshal(raw, &diagnostics); err != nil {
		return err
	}
	for _, d := range diagnostics {
		f := Finding{Unit: unit, Analyzer: analyzer, Diagnostic: d}
		if err := f.takeRecord(); err != nil {
			return fmt.Errorf("finding at %s: %w", d.Posn, err)
		}
		r.Findings = append(r.Findings, f)
	}
	return nil
}

// takeRecord moves the record from the last related entry, where package
// report puts it, to its field.
func (f *Finding) takeRecord() error {
	last := len(f.Diagnostic.Related) - 1
	if last < 0 {
		return errors.New("it carries no record")
	}
	if err := json.Unmarshal([]byte(f.Diagnostic.Related[last].Message), &f.Record); err != nil {
		return fmt.Errorf("its record is not valid: %w", err)
	}
	f.Diagnostic.Related = f.Diagnostic.Related[:last]
	return nil
}

// Add appends what another run found.
func (r *Result) Add(other *Result) {
	r.Findings = append(r.Findings, other.Findings...)
	r.Failures = append(r.Failures, other.Failures...)
	r.Units += other.Units
}

// Normalize brings findings and failures into their order and drops findings
// that repeat another, as they do where a file is analysed both alone and
// together with the tests of its package.
func (r *Result) Normalize() {
	slices.SortFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(a.Record.Compare(&b.Record), strings.Compare(a.Unit, b.Unit))
	})
	r.Findings = slices.CompactFunc(r.Findings, func(a, b Finding) bool {
		return a.Record.Compare(&b.Record) == 0
	})
	slices.SortFunc(r.Failures, func(a, b Failure) int {
		return cmp.Or(strings.Compare(a.Unit, b.Unit), strings.Compare(a.Analyzer, b.Analyzer))
	})
}

// DropUsed drops the findings that a directive is unused, for those directives that
// another finding names, and for all that known denies: what is known of a part of the
// packages that could name one does not tell.
func (r *Result) DropUsed(known func(*record.Ignore) bool) {
	used := make(map[record.Ignore]bool)
	for _, f := range r.Findings {
		if f.Record.Ignored != nil {
			used[*f.Record.Ignored] = true
		}
	}
	r.Keep(func(rec *record.Record) bool {
		return rec.Unused == nil || !used[*rec.Unused] && known(rec.Unused)
	})
}

// Keep drops the findings for which keep returns false.
func (r *Result) Keep(keep func(*record.Record) bool) {
	r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool { return !keep(&f.Record) })
}
