// Package conventions holds the code of the module to its house rules.
package conventions

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/retrylint/retrylint"

// layers are the packages of the module, lowest first; a package imports only
// from layers below its own, or from its own. A path that ends in a slash stands
// for the packages below it. What is not listed is part of the model, which
// lies under the rules.
var layers = [][]string{
	{"internal/spelling"},
	{"internal/yamlfile"},
	{"internal/catalog", "internal/catalog/"},
	{"internal/rulename", "internal/record", "internal/rulepage", "internal/libpage"},
	{"internal/directive", "internal/settings"},
	{"model"},
	{"internal/report"},
	{"analyzers/", "internal/survey", "flags"},
	{"."},
	{"golangci"},
	{"internal/finding"},
	{"internal/output"},
	{"internal/document"},
	{"internal/format", "internal/baseline", "internal/since", "internal/fix", "internal/limits", "internal/rollup", "internal/filewrite"},
	{"internal/govet"},
	{"internal/driver"},
	{"cmd/", "internal/tools/"},
}

// outside are packages that are no part of the tool.
var outside = []string{"examples/", "internal/bare", "internal/conventions", "internal/counttest", "internal/guide", "internal/ruletest", "internal/statustest"}

// drivers are the layers that may print, exit and read the environment.
var drivers = []string{"golangci", "internal/finding", "internal/output", "internal/document", "internal/baseline", "internal/since", "internal/fix", "internal/filewrite", "internal/govet", "internal/driver", "cmd/", "internal/tools/"}

func TestImports(t *testing.T) {
	for _, p := range packages(t) {
		layer := layerOf(p.path)
		for _, path := range p.Imports {
			path, ok := relative(path)
			if !ok {
				continue
			}
			assert.LessOrEqual(t, layerOf(path), layer, "%s must not import %s, which lies above it", p.path, path)
			assert.False(t, match(outside, path), "%s must not import %s, which is no part of the tool", p.path, path)
		}
		if strings.HasPrefix(p.path, "analyzers/") {
			for _, path := range p.Imports {
				assert.NotContains(t, path, "retrylint/analyzers/", "%s must not import another rule", p.path)
			}
		}
	}
}

// Below the drivers, nothing reaches out of the process.
func TestBelowTheDrivers(t *testing.T) {
	for _, p := range packages(t) {
		if match(drivers, p.path) {
			continue
		}
		for _, path := range []string{"os", "os/exec", "os/signal", "log", "log/slog", "flag", "net"} {
			if path == "os" && p.path == "internal/clients" {
				// It reads what the package at hand embeds, which is part of the package.
				continue
			}
			assert.NotContains(t, p.Imports, path, p.path)
		}
		p.inspect(t, func(position token.Position, n ast.Node) {
			switch call := callee(n); call {
			case "fmt.Print", "fmt.Printf", "fmt.Println", "print", "println":
				assert.Fail(t, "prints", "%s: %s", position, call)
			}
		})
	}
}

func TestNoInitNoPanic(t *testing.T) {
	for _, p := range packages(t) {
		p.inspect(t, func(position token.Position, n ast.Node) {
			// A plugin of golangci-lint has no other way to make itself known.
			if fn, ok := n.(*ast.FuncDecl); ok && p.path != "golangci" {
				assert.False(t, fn.Recv == nil && fn.Name.Name == "init", "%s: init function", position)
			}
			switch call := callee(n); call {
			case "panic", "log.Panic", "log.Panicf", "log.Panicln":
				assert.Fail(t, "panics", "%s: %s", position, call)
			}
		})
	}
}

// What golangci-lint asks of a linter, and no other test holds: what it links neither exits
// nor panics, and the repository has what it has to have.
func TestLinterOfGolangci(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", module+"/golangci").Output()
	require.NoError(t, err)
	linked := strings.Fields(string(out))
	checked := 0
	for _, p := range packages(t) {
		if !slices.Contains(linked, p.ImportPath) {
			continue
		}
		checked++
		p.inspect(t, func(position token.Position, n ast.Node) {
			switch call := callee(n); call {
			case "os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "syscall.Exit", "runtime.Goexit":
				assert.Fail(t, "exits", "%s: %s", position, call)
			}
		})
	}
	assert.Greater(t, checked, 20)

	root := filepath.Join("..", "..")
	license, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	require.NoError(t, err)
	assert.Regexp(t, `^\s*Apache License\s+Version 2\.0, January 2004\n`, string(license))
	assert.Regexp(t, `\n   Copyright [0-9]{4} [^\[\]\n]+\n`, string(license), "year and owner")
	for _, name := range []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md", ".gitignore", ".ci/run"} {
		assert.FileExists(t, filepath.Join(root, name))
	}
}

// Nothing in the model or the drivers is made for one rule: what a rule is called stands in
// its own package, and in the one that knows the names.
func TestNoRuleNamed(t *testing.T) {
	var rules []string
	all := packages(t)
	for _, p := range all {
		if name, ok := strings.CutPrefix(p.path, "analyzers/"); ok {
			rules = append(rules, name)
		}
	}
	require.NotEmpty(t, rules)
	for _, p := range all {
		if !strings.HasPrefix(p.path, "internal/") || p.path == "internal/rulename" {
			continue
		}
		p.inspect(t, func(position token.Position, n ast.Node) {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				assert.NotContains(t, rules, strings.Trim(lit.Value, "`\""), position)
			}
		})
		for _, path := range p.Imports {
			assert.NotContains(t, path, module+"/analyzers/", p.path)
		}
	}
}

// Each rule has one name.
func TestRuleNames(t *testing.T) {
	rules := 0
	for _, p := range packages(t) {
		name, ok := strings.CutPrefix(p.path, "analyzers/")
		if !ok {
			continue
		}
		rules++
		assert.Equal(t, name, p.Name, "package of %s", p.path)
		assert.Contains(t, p.GoFiles, "doc.go", p.path)
		assert.Contains(t, p.GoFiles, name+".go", p.path)
		assert.DirExists(t, filepath.Join(p.Dir, "..", "..", "testdata", "src", name))
		assert.FileExists(t, filepath.Join(p.Dir, "..", "..", "docs", "rules", name+".md"))
	}
	assert.NotZero(t, rules)
}

// The page about the command has the flags of each set that there is.
func TestFlagsAreDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "command.md"))
	require.NoError(t, err)
	sets := 0
	for _, p := range packages(t) {
		p.inspect(t, func(position token.Position, n ast.Node) {
			if callee(n) != "flag.NewFlagSet" {
				return
			}
			sets++
			name, ok := n.(*ast.CallExpr).Args[0].(*ast.BasicLit)
			if assert.True(t, ok, "%s: the name of the flags is not written out", position) {
				heading := strings.TrimPrefix(strings.Trim(name.Value, `"`), "retrylint")
				assert.Contains(t, string(page), "\n## "+strings.TrimSpace("Flags of retrylint "+heading)+"\n", position)
			}
		})
	}
	assert.NotZero(t, sets)
}

type pkg struct {
	ImportPath string
	Name       string
	Dir        string
	GoFiles    []string
	Imports    []string
	// path is the import path within the module.
	path string
}

// packages returns the packages of the tool.
func packages(t *testing.T) []*pkg {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Name,Dir,GoFiles,Imports", module+"/...")
	stdout, err := cmd.Output()
	require.NoError(t, err)
	var packages []*pkg
	dec := json.NewDecoder(strings.NewReader(string(stdout)))
	for {
		p := new(pkg)
		err := dec.Decode(p)
		if errors.Is(err, io.EOF) {
			require.NotEmpty(t, packages)
			return packages
		}
		require.NoError(t, err)
		p.path, _ = relative(p.ImportPath)
		if !match(outside, p.path) {
			packages = append(packages, p)
		}
	}
}

// inspect calls f for each node of the files that are not tests.
func (p *pkg) inspect(t *testing.T, f func(token.Position, ast.Node)) {
	t.Helper()
	fset := token.NewFileSet()
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for n := range ast.Preorder(file) {
			f(fset.Position(n.Pos()), n)
		}
	}
}

// callee returns the function that n calls as it is written, such as "panic" or
// "fmt.Println", if n is a call.
func callee(n ast.Node) string {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return ""
	}
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		if x, ok := fun.X.(*ast.Ident); ok {
			return x.Name + "." + fun.Sel.Name
		}
	}
	return ""
}

// relative returns an import path within the module; "." is its root.
func relative(path string) (string, bool) {
	if path == module {
		return ".", true
	}
	return strings.CutPrefix(path, module+"/")
}

func match(patterns []string, path string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		return pattern == path || strings.HasSuffix(pattern, "/") && strings.HasPrefix(path, pattern)
	})
}

func layerOf(path string) int {
	for i, layer := range layers {
		if match(layer, path) {
			return i
		}
	}
	return slices.IndexFunc(layers, func(layer []string) bool { return layer[0] == "model" })
}
