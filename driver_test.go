package retrylint_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retrylint/retrylint"
	"github.com/retrylint/retrylint/internal/reach"
)

// A driver such as nogo of Bazel analyses no package of the standard library, and gives
// no module and no files. The findings are the same.
func TestBareDriver(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule}, "./examples/storm/...")
	require.NoError(t, err)
	require.Zero(t, packages.PrintErrors(pkgs))
	b := &bare{copies: make(map[*analysis.Analyzer]*analysis.Analyzer)}
	var rules []*analysis.Analyzer
	for _, rule := range retrylint.Rules() {
		rules = append(rules, b.copy(rule))
	}
	graph, err := checker.Analyze(rules, pkgs, nil)
	require.NoError(t, err)

	wd, err := os.Getwd()
	require.NoError(t, err)
	var found []string
	for _, act := range graph.Roots {
		require.NoError(t, act.Err, act)
		for _, d := range act.Diagnostics {
			assert.Empty(t, d.SuggestedFixes, "there is nothing to read the file with")
			pos := act.Package.Fset.Position(d.Pos)
			name, err := filepath.Rel(wd, pos.Filename)
			require.NoError(t, err)
			found = append(found, fmt.Sprintf("%s:%d:%d: %s (%s)", name, pos.Line, pos.Column, d.Message, act.Analyzer.Name))
		}
	}
	want, err := os.ReadFile("examples/storm/expected.txt")
	require.NoError(t, err)
	assert.ElementsMatch(t, slices.Collect(strings.Lines(string(want))), withNewlines(found))
}

func withNewlines(lines []string) []string {
	for i := range lines {
		lines[i] += "\n"
	}
	return lines
}

// bare makes copies of analyzers that see no more of a pass than such a driver gives.
type bare struct {
	copies map[*analysis.Analyzer]*analysis.Analyzer
}

func (b *bare) copy(a *analysis.Analyzer) *analysis.Analyzer {
	if c, ok := b.copies[a]; ok {
		return c
	}
	c := *a
	b.copies[a] = &c
	c.Requires = nil
	for _, required := range a.Requires {
		c.Requires = append(c.Requires, b.copy(required))
	}
	c.Run = func(pass *analysis.Pass) (any, error) {
		if reach.IsStandard(pass.Pkg.Path()) {
			if a.ResultType == nil {
				return nil, nil
			}
			return reflect.Zero(a.ResultType).Interface(), nil
		}
		seen := *pass
		seen.Analyzer, seen.Module, seen.ReadFile = a, nil, nil
		seen.ResultOf = maps.Clone(pass.ResultOf)
		for _, required := range a.Requires {
			seen.ResultOf[required] = pass.ResultOf[b.copies[required]]
		}
		return a.Run(&seen)
	}
	return &c
}
