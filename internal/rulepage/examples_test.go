package rulepage_test

import (
	"cmp"
	"fmt"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retrylint/retrylint"
)

// importable are the packages that examples name; libraries are stubs.
var importable = map[string]string{
	"atomic":  "sync/atomic",
	"aws":     "github.com/aws/aws-sdk-go-v2/aws",
	"context": "context",
	"errors":  "errors",
	"fmt":     "fmt",
	"http":    "net/http",
	"net":     "net",
	"rand":    "math/rand/v2",
	"redis":   "github.com/redis/go-redis/v9",
	"s3":      "github.com/aws/aws-sdk-go-v2/service/s3",
	"sql":     "database/sql",
	"strconv": "strconv",
	"strings": "strings",
	"time":    "time",
}

// example is a piece of code on the page of a rule, or of none.
type example struct {
	rule, section, code string
}

// examples returns the code below the headings Flagged and Accepted of a page.
func examples(a *analysis.Analyzer) []example {
	_, body, _ := strings.Cut(a.Doc, "\n\n")
	var found []example
	section := ""
	for _, block := range new(comment.Parser).Parse(body).Content {
		switch block := block.(type) {
		case *comment.Heading:
			section = fmt.Sprint(block.Text[0])
		case *comment.Code:
			if section == "Flagged" || section == "Accepted" {
				found = append(found, example{a.Name, section, block.Text})
			}
		}
	}
	return found
}

// source returns the file of an example. Its lines are counted as on the page.
func (e example) source(t *testing.T) string {
	t.Helper()
	// The package clause has the first line; what is wrong in the code is reported later.
	file, err := parser.ParseFile(token.NewFileSet(), "example.go", "package example\n"+e.code, parser.ParseComments)
	require.NoError(t, err, "%s: the example is no whole declaration:\n%s", e.rule, e.code)
	imports := make(map[string]bool)
	for _, x := range file.Unresolved {
		if path, ok := importable[x.Name]; ok {
			imports[path] = true
		}
	}
	header := "package example"
	for _, path := range slices.Sorted(maps.Keys(imports)) {
		header += fmt.Sprintf("; import %q", path)
	}
	return header + "\n//line example.go:1\n" + e.code
}

// want returns what the example says of the line, counted from 1: the comment that stands
// directly above it.
func (e example) want(line int) string {
	lines := strings.Split(e.code, "\n")
	first := line - 1
	for first > 0 && strings.HasPrefix(strings.TrimSpace(lines[first-1]), "// ") {
		first--
	}
	var words []string
	for _, l := range lines[first : line-1] {
		words = append(words, strings.TrimPrefix(strings.TrimSpace(l), "// "))
	}
	return strings.Join(words, " ")
}

// The examples of the pages compile. Each that is flagged has findings of the rule, and each
// message stands on the page above the line that it is about; no example that is accepted
// has a finding of the rule, and none that is no matter of rules has any.
func TestExamples(t *testing.T) {
	testdata := filepath.Join("..", "..", "testdata")
	root := t.TempDir()
	dir := filepath.Join(root, "src", "pages")
	require.NoError(t, os.CopyFS(filepath.Join(root, "stubs"), os.DirFS(filepath.Join(testdata, "stubs"))))
	for _, name := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile(filepath.Join(testdata, "src", "libdoubleretry", name))
		if name == "go.sum" && os.IsNotExist(err) {
			continue
		}
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(dir, 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), content, 0o666))
	}
	byPath := make(map[string]example)
	for _, a := range retrylint.Rules() {
		sections := make(map[string]int)
		for i, e := range examples(a) {
			sections[e.section]++
			name := fmt.Sprintf("%s/%d/example", a.Name, i)
			require.NoError(t, os.MkdirAll(filepath.Join(dir, name), 0o777))
			require.NoError(t, os.WriteFile(filepath.Join(dir, name, "example.go"), []byte(e.source(t)), 0o666))
			byPath["libdoubleretry/"+name] = e
		}
		assert.NotZero(t, sections["Flagged"], a.Name)
		assert.NotZero(t, sections["Accepted"], a.Name)
	}

	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "beyond.md"))
	require.NoError(t, err)
	accepted := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	assert.Len(t, accepted, 3)
	for i, m := range accepted {
		e := example{"", "Accepted", m[1]}
		name := fmt.Sprintf("beyond/%d/example", i)
		require.NoError(t, os.MkdirAll(filepath.Join(dir, name), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name, "example.go"), []byte(e.source(t)), 0o666))
		byPath["libdoubleretry/"+name] = e
	}

	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir}, "./...")
	require.NoError(t, err)
	require.Zero(t, packages.PrintErrors(pkgs))
	graph, err := checker.Analyze(retrylint.Rules(), pkgs, nil)
	require.NoError(t, err)
	found := make(map[string]int)
	for _, act := range graph.Roots {
		require.NoError(t, act.Err, act)
		e := byPath[act.Package.PkgPath]
		if e.rule != "" && act.Analyzer.Name != e.rule {
			continue
		}
		slices.SortFunc(act.Diagnostics, func(a, b analysis.Diagnostic) int { return cmp.Compare(a.Pos, b.Pos) })
		for _, d := range act.Diagnostics {
			found[act.Package.PkgPath]++
			line := act.Package.Fset.Position(d.Pos).Line
			assert.Equal(t, d.Message, e.want(line), "%s, %s: line %d of\n%s", e.rule, e.section, line, e.code)
		}
	}
	for path, e := range byPath {
		assert.Equal(t, e.section == "Flagged", found[path] > 0, "%s: findings in what is %s:\n%s", e.rule, e.section, e.code)
	}
}
