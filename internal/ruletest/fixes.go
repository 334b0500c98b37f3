package ruletest

import (
	"cmp"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

// Fixes applies the suggested fixes of all cases of an analyzer at once. What they leave
// compiles, is formatted, and has the findings that had no fix and no others. The cases
// named withoutFix have findings, and none of these has a fix.
func Fixes(t *testing.T, analyzer *analysis.Analyzer, withoutFix ...string) {
	t.Helper()
	// The stubs of libraries stay where the module looks for them.
	testdata := filepath.Join("..", "..", "testdata")
	root := t.TempDir()
	dir := filepath.Join(root, "src", analyzer.Name)
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(testdata, "src", analyzer.Name))))
	require.NoError(t, os.CopyFS(filepath.Join(root, "stubs"), os.DirFS(filepath.Join(testdata, "stubs"))))
	before := analyze(t, analyzer, dir)
	var want []finding
	edits := make(map[string][]edit)
	for _, f := range before {
		if len(f.edits) == 0 {
			want = append(want, f)
		} else {
			assert.NotContains(t, withoutFix, f.test(), "%s: %s", f.file, f.message)
		}
		for _, e := range f.edits {
			edits[f.file] = append(edits[f.file], e)
		}
	}
	for _, name := range withoutFix {
		assert.True(t, slices.ContainsFunc(want, func(f finding) bool { return f.test() == name }), "%s has no finding", name)
	}

	require.NotEmpty(t, edits)
	for name, edits := range edits {
		path := filepath.Join(dir, name)
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		fixed := apply(src, edits)
		formatted, err := format.Source(fixed)
		require.NoError(t, err, name)
		assert.Equal(t, string(formatted), string(fixed), name)
		require.NoError(t, os.WriteFile(path, fixed, 0o644))
	}
	// It would not compile otherwise, nor change anything a second time.
	assert.Equal(t, want, analyze(t, analyzer, dir))
}

type finding struct {
	file, message string
	edits         []edit
}

// test returns the name of the case.
func (f finding) test() string {
	name, _, _ := strings.Cut(f.file, string(filepath.Separator))
	return name
}

type edit struct {
	start, end int
	text       string
}

// run runs an analyzer over the module in dir.
func run(t *testing.T, analyzer *analysis.Analyzer, dir string) *checker.Graph {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir}, "./...")
	require.NoError(t, err)
	require.Zero(t, packages.PrintErrors(pkgs))
	graph, err := checker.Analyze([]*analysis.Analyzer{analyzer}, pkgs, nil)
	require.NoError(t, err)
	return graph
}

// analyze returns what an analyzer finds in the module in dir, in order.
func analyze(t *testing.T, analyzer *analysis.Analyzer, dir string) []finding {
	t.Helper()
	var found []finding
	for _, act := range run(t, analyzer, dir).Roots {
		require.NoError(t, act.Err, act.String())
		for _, d := range act.Diagnostics {
			tok := act.Package.Fset.File(d.Pos)
			name, err := filepath.Rel(dir, tok.Name())
			require.NoError(t, err)
			f := finding{file: name, message: d.Message}
			require.LessOrEqual(t, len(d.SuggestedFixes), 1, "%s: %s", name, d.Message)
			for _, fix := range d.SuggestedFixes {
				for _, e := range fix.TextEdits {
					f.edits = append(f.edits, edit{tok.Offset(e.Pos), tok.Offset(e.End), string(e.NewText)})
				}
			}
			found = append(found, f)
		}
	}
	slices.SortStableFunc(found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.message, b.message))
	})
	return found
}

// apply applies edits as they are. Those that several fixes have in common are
// applied once.
func apply(src []byte, edits []edit) []byte {
	slices.SortFunc(edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end), cmp.Compare(a.text, b.text))
	})
	var out strings.Builder
	at := 0
	for _, e := range slices.Compact(edits) {
		fmt.Fprintf(&out, "%s%s", src[at:e.start], e.text)
		at = e.end
	}
	out.Write(src[at:])
	return []byte(out.String())
}
