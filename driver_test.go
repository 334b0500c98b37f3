package retrylint_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retrylint/retrylint"
	"github.com/retrylint/retrylint/flags"
	"github.com/retrylint/retrylint/internal/bare"
)

// A driver such as nogo of Bazel analyses no package of the standard library, and gives
// no module and no files. The findings are the same.
func TestBareDriver(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule}, "./examples/storm/...")
	require.NoError(t, err)
	require.Zero(t, packages.PrintErrors(pkgs))
	before := printed(t, pkgs)
	graph, err := checker.Analyze(bare.Analyzers(retrylint.Rules()), pkgs, nil)
	require.NoError(t, err)

	assert.True(t, before == printed(t, pkgs), "analyzers leave the syntax as it is")

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

// printed returns the syntax of packages, node by node.
func printed(t *testing.T, pkgs []*packages.Package) string {
	t.Helper()
	var b strings.Builder
	// What names stand for is kept in maps, which have no order.
	syntax := func(field string, _ reflect.Value) bool {
		return field != "Scope" && field != "Obj" && field != "Unresolved"
	}
	for _, pkg := range pkgs {
		for _, file := range pkg.Syntax {
			require.NoError(t, ast.Fprint(&b, pkg.Fset, file, syntax))
		}
	}
	return b.String()
}

// The page about nogo names all rules, and sets flags that there are.
func TestNogoPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("docs", "nogo.md"))
	require.NoError(t, err)
	for _, rule := range retrylint.Rules() {
		assert.Contains(t, string(page), `"@com_github_retrylint_retrylint//analyzers/`+rule.Name+`",`)
	}
	assert.Contains(t, string(page), `"@com_github_retrylint_retrylint//flags",`)
	block := regexp.MustCompile("(?s)```json\n(.*?)```").FindSubmatch(page)
	require.NotNil(t, block)
	var config map[string]struct {
		Flags map[string]string `json:"analyzer_flags"`
	}
	require.NoError(t, json.Unmarshal(block[1], &config))
	require.NotEmpty(t, config[flags.Analyzer.Name].Flags)
	for name := range config[flags.Analyzer.Name].Flags {
		assert.NotNil(t, flags.Analyzer.Flags.Lookup(name), name)
	}
}

func withNewlines(lines []string) []string {
	for i := range lines {
		lines[i] += "\n"
	}
	return lines
}
