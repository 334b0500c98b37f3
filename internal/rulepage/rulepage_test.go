package rulepage_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint"
	"github.com/retrylint/retrylint/internal/rulepage"
)

const source = `// Package nowait defines a rule.
//
// # Analyzer nowait
//
// nowait: find retries
// that do not wait
//
// # What it reports
//
// Loops:
//
//	for {
//	}
//
// # Why
//
//   - Because.
package nowait
`

func analyzer() *analysis.Analyzer {
	return &analysis.Analyzer{Name: "nowait", Doc: rulepage.Doc(source, "nowait")}
}

func TestPage(t *testing.T) {
	a := analyzer()
	assert.Equal(t, "find retries that do not wait", rulepage.Summary(a))
	assert.Equal(t, []string{"What it reports", "Why"}, rulepage.Headings(a))
	assert.Equal(t, `nowait: find retries that do not wait

# What it reports

Loops:

	for {
	}

# Why

  - Because.
`, rulepage.Text(a))
	assert.Equal(t, "# nowait\n\nFind retries that do not wait.\n\n## What it reports\n\nLoops:\n\n"+
		"```go\nfor {\n}\n```\n\n## Why\n\n  - Because.\n", rulepage.Markdown(a))
}

func TestOtherForms(t *testing.T) {
	for name, test := range map[string]struct{ source, want string }{
		"no Go":       {"nonsense", `the package comment has no heading "Analyzer nowait"`},
		"no comment":  {"package a\n", `the package comment has no heading "Analyzer nowait"`},
		"no heading":  {"// Package a is.\npackage a\n", `the package comment has no heading "Analyzer nowait"`},
		"no summary":  {"// # Analyzer nowait\n//\n// It finds.\n//\n// # Why\npackage a\n", `the heading is not followed by "nowait: summary"`},
		"no sections": {"// # Analyzer nowait\n//\n// nowait: find it\n//\n// That is all.\npackage a\n", "the summary is not followed by a section with a heading"},
	} {
		_, err := rulepage.Extract(test.source, "nowait")
		require.ErrorContains(t, err, test.want, name)
		assert.Equal(t, "nowait has no documentation: "+err.Error(), rulepage.Doc(test.source, "nowait"))
	}
}

// The pages of all rules have the same headings in the same order, but for that of
// the fix, which not every rule has.
func TestHeadings(t *testing.T) {
	for _, a := range retrylint.Rules() {
		want := []string{"What it reports", "Why", "Flagged", "Accepted", "Not reported", "Options", "References"}
		headings := rulepage.Headings(a)
		if slices.Contains(headings, "Fix") {
			want = slices.Insert(want, slices.Index(want, "Options"), "Fix")
		}
		assert.Equal(t, want, headings, a.Name)
	}
}
