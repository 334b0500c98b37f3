// Package ruletest runs a rule over its cases.
package ruletest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retrylint/retrylint/internal/model"
	"github.com/retrylint/retrylint/internal/settings"
)

// Run runs the analyzer over each directory of testdata/src/<its name> in the
// module's root, which is a module of that name, and compares what it reports with
// the want comments there. A case is a subtest named like its directory and may hold
// packages below it. If there are golden files among its own, it is also compared
// with them what the suggested fixes make of the case.
// Findings of low confidence count.
func Run(t *testing.T, analyzer *analysis.Analyzer) {
	dir, err := filepath.Abs(filepath.Join("..", "..", "testdata", "src", analyzer.Name))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var reported, fixed []string
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		golden, err := filepath.Glob(filepath.Join(dir, e.Name(), "*.golden"))
		if err != nil {
			t.Fatal(err)
		}
		pattern := analyzer.Name + "/" + e.Name() + "/..."
		if len(golden) > 0 {
			fixed = append(fixed, pattern)
		} else {
			reported = append(reported, pattern)
		}
	}

	// Cases show what is found, and not what of it is shown.
	low := settings.Analyzer.Flags.Lookup("low")
	before := low.Value.String()
	if err := low.Value.Set("true"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := low.Value.Set(before); err != nil {
			t.Error(err)
		}
	})

	// The cases share most of the standard library, and loading that from source
	// is nearly all of the cost: so all are loaded and analysed at once, and what
	// went wrong is dealt out to the cases afterwards.
	var failures failures
	var results []*analysistest.Result
	if len(reported) > 0 {
		results = analysistest.Run(&failures, dir, analyzer, reported...)
	}
	if len(fixed) > 0 {
		results = append(results, analysistest.RunWithSuggestedFixes(&failures, dir, analyzer, fixed...)...)
	}
	for _, r := range results {
		for _, d := range r.Diagnostics {
			if what := misshapen(analyzer, d.Message); what != "" {
				t.Errorf("%s: the message %s: %s", r.Pass.Fset.Position(d.Pos), what, d.Message)
			}
		}
	}

	cases := 0
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		cases++
		t.Run(e.Name(), func(t *testing.T) {
			for _, f := range failures.take(analyzer.Name + "/" + e.Name()) {
				t.Error(f)
			}
		})
	}
	if cases == 0 {
		t.Errorf("no cases of %s in %s", analyzer.Name, dir)
	}
	for _, f := range failures {
		t.Error(f)
	}
}

// misshapen returns what is wrong with the form of a message, "" if nothing is. One about a
// retry site says what happens, after a colon why it hurts, and after a semicolon what to
// do.
func misshapen(analyzer *analysis.Analyzer, message string) string {
	first, _ := utf8.DecodeRuneInString(message)
	what, rest, colon := strings.Cut(message, ": ")
	why, todo, semicolon := strings.Cut(rest, "; ")
	switch {
	case strings.ContainsAny(message, "\n\t") || strings.TrimSpace(message) != message:
		return "is no plain line"
	case unicode.IsUpper(first):
		return "begins with a capital"
	case strings.HasSuffix(message, "."):
		return "ends in a full stop"
	case !slices.Contains(analyzer.Requires, model.Analyzer):
		return ""
	case !colon || !semicolon || what == "" || why == "" || todo == "":
		return "does not say what happens, why it hurts and what to do"
	}
	return ""
}

// failures collects what analysistest has to say.
type failures []string

// Errorf implements [analysistest.Testing].
func (f *failures) Errorf(format string, args ...any) {
	*f = append(*f, fmt.Sprintf(format, args...))
}

// take removes and returns the failures that name the package path or a file or
// package below it.
func (f *failures) take(path string) []string {
	var taken, rest []string
	for _, s := range *f {
		if mentions(s, path) {
			taken = append(taken, s)
		} else {
			rest = append(rest, s)
		}
	}
	*f = rest
	return taken
}

// mentions reports whether path occurs in s as a whole and not as the beginning
// of a longer name.
func mentions(s, path string) bool {
	for {
		_, after, found := strings.Cut(s, path)
		if !found {
			return false
		}
		if after == "" || strings.ContainsRune("/ :]\"", rune(after[0])) {
			return true
		}
		s = after
	}
}
