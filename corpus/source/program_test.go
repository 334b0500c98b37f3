package source

import (
	"errors"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
)

// module is a module with a vendored dependency, in which far is imported by
// near, and near by the package at the root.
var module = map[string]string{
	"go.mod":             "module example.com/m\n\ngo 1.26\n\nrequire example.com/dep v1.2.3\n",
	"vendor/modules.txt": "# example.com/dep v1.2.3\n## explicit; go 1.25\nexample.com/dep\n",
	"vendor/example.com/dep/dep.go": `package dep

func Dep() int { return 1 }
`,
	"far/far.go": `package far

type T struct{ Field int }

func Far() int { return 2 }
`,
	"near/near.go": `package near

import "example.com/m/far"

func Near() far.T { return far.T{} }
`,
	"m.go": `package m

import (
	"example.com/dep"
	"example.com/m/near"
)

var Sum = near.Near().Field + dep.Dep()
`,
	"m_test.go": `package m

var inTest = Sum
`,
}

func writeModule(t *testing.T, files map[string]string) string {
	t.Helper()
	t.Setenv("GOFLAGS", "")
	t.Setenv("GOWORK", "")
	t.Setenv("CGO_ENABLED", "0")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for name, text := range files {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	}
	return dir
}

// seen is a fact that says who was there.
type seen struct{ Name string }

func (*seen) AFact() {}

// A witness notes on which packages an analyzer ran and which facts it could see there.
type witness struct {
	mu     sync.Mutex
	ran    []string
	saw    map[string][]string
	pass   map[string]*analysis.Pass
	panics string // the package to panic on
}

// analyzer makes a fact of each package and of each type and function in it.
func (w *witness) analyzer() *analysis.Analyzer {
	w.saw, w.pass = make(map[string][]string), make(map[string]*analysis.Pass)
	required := &analysis.Analyzer{
		Name: "required", Doc: "return a number", ResultType: reflect.TypeFor[int](),
		Run: func(*analysis.Pass) (any, error) { return 7, nil },
	}
	return &analysis.Analyzer{
		Name: "witness", Doc: "note what can be seen", FactTypes: []analysis.Fact{new(seen)},
		Requires: []*analysis.Analyzer{required},
		Run: func(pass *analysis.Pass) (any, error) {
			if pass.ResultOf[required] != 7 {
				return nil, errors.New("no result of what is required")
			}
			w.note(pass)
			if pass.Pkg.Path() == w.panics {
				panic("on purpose")
			}
			pass.ExportPackageFact(&seen{pass.Pkg.Name()})
			for _, name := range pass.Pkg.Scope().Names() {
				if obj := pass.Pkg.Scope().Lookup(name); obj.Exported() {
					pass.ExportObjectFact(obj, &seen{name})
				}
			}
			return nil, nil
		},
	}
}

func (w *witness) note(pass *analysis.Pass) {
	w.mu.Lock()
	defer w.mu.Unlock()
	path := pass.Pkg.Path()
	w.ran = append(w.ran, path)
	w.saw[path], w.pass[path] = nil, pass
	for _, f := range pass.AllPackageFacts() {
		if strings.HasPrefix(f.Package.Path(), "example.com/") {
			w.saw[path] = append(w.saw[path], f.Package.Path())
		}
	}
	for _, f := range pass.AllObjectFacts() {
		if f.Object.Pkg().Path() == "example.com/m/far" {
			_, isType := f.Object.(*types.TypeName)
			w.saw[path] = append(w.saw[path], map[bool]string{true: "type ", false: "func "}[isType]+f.Object.Name())
		}
	}
}

// analyze runs the witness on the package at the root and returns what failed.
func (w *witness) analyze(t *testing.T, dir string, store *Store) []string {
	t.Helper()
	p, err := NewProgram(t.Context(), Config{Dir: dir, Env: os.Environ(), Analyzers: []*analysis.Analyzer{w.analyzer()}, Facts: store})
	require.NoError(t, err)
	w.ran = nil
	result, err := p.Analyze(t.Context(), []string{"."})
	require.NoError(t, err)
	var failed []string
	for _, f := range result.Failures {
		failed = append(failed, f.Unit+": "+f.Analyzer+": "+f.Message)
	}
	return failed
}

func TestFactsOfMainModule(t *testing.T) {
	w := new(witness)
	require.Empty(t, w.analyze(t, writeModule(t, module), nil))

	// Packages of other modules are not analysed, and nobody asked for the package alone.
	assert.ElementsMatch(t, []string{"example.com/m/far", "example.com/m/near", "example.com/m"}, w.ran)
	// Facts of packages and functions reach direct importers, those of types all that
	// may come across them.
	assert.Equal(t, []string{"example.com/m/far", "type T", "func Far"}, w.saw["example.com/m/near"])
	assert.Equal(t, []string{"example.com/m/near", "type T"}, w.saw["example.com/m"])

	pass := w.pass["example.com/m"]
	assert.Equal(t, "example.com/m", pass.Module.Path)
	assert.Len(t, pass.Files, 2, "the package is analysed together with its tests")
	_, err := pass.ReadFile(pass.Fset.Position(pass.Files[0].Package).Filename)
	require.NoError(t, err)
	_, err = pass.ReadFile("go.mod")
	assert.ErrorContains(t, err, "no file of the package")
}

func TestStore(t *testing.T) {
	const dep = "example.com/dep"
	dir, facts := writeModule(t, module), filepath.Join(t.TempDir(), "facts")
	store := func(refresh bool) *Store {
		s, err := NewStore(facts, refresh)
		require.NoError(t, err)
		return s
	}
	made, failing := new(witness), &witness{panics: dep}

	require.Empty(t, made.analyze(t, dir, store(false)))
	assert.Contains(t, made.ran, dep)
	assert.Contains(t, made.saw["example.com/m"], dep)
	assert.Equal(t, "v1.2.3", made.pass[dep].Module.Version)
	assert.FileExists(t, filepath.Join(facts, storeName(dep, "v1.2.3")))

	require.Empty(t, made.analyze(t, dir, store(false)))
	assert.NotContains(t, made.ran, dep)
	assert.Contains(t, made.ran, "example.com/m/far", "what belongs to the main module is analysed each time")
	assert.Contains(t, made.saw["example.com/m"], dep)

	require.Empty(t, made.analyze(t, dir, store(true)))
	assert.Contains(t, made.ran, dep)

	// What could not be made is said again the next time.
	for _, refresh := range []bool{true, false} {
		failed := failing.analyze(t, dir, store(refresh))
		require.Len(t, failed, 1)
		assert.Contains(t, failed[0], "example.com/dep: witness: panic: on purpose\n\t")
	}
}

func TestPanicIsErrorOfItsPackage(t *testing.T) {
	w := &witness{panics: "example.com/m/near"}
	failed := w.analyze(t, writeModule(t, module), nil)
	require.Len(t, failed, 1)
	assert.Contains(t, failed[0], "example.com/m/near: witness: panic: on purpose\n\t")
	assert.Contains(t, failed[0], "program_test.go:")
	assert.Contains(t, w.ran, "example.com/m")

	w.panics = "example.com/m"
	failed = w.analyze(t, writeModule(t, module), nil)
	require.Len(t, failed, 1)
	assert.Contains(t, failed[0], "example.com/m [example.com/m.test]: witness: panic: on purpose")
}

func TestPackageThatDoesNotCompile(t *testing.T) {
	broken := map[string]string{
		"go.mod":       "module example.com/m\n\ngo 1.26\n",
		"m.go":         "package m\n\nimport \"example.com/m/bad\"\n\nvar V = bad.V\n",
		"m_test.go":    "package m\n\nvar x int = \"no number\"\n",
		"bad/bad.go":   "package bad\n\nvar V int\n\nfunc f() { undefined() }\n",
		"good/good.go": "package good\n",
	}
	dir := writeModule(t, broken)
	w := new(witness)
	failed := w.analyze(t, dir, nil)
	require.Len(t, failed, 1)
	assert.Contains(t, failed[0], "example.com/m/bad: types: the package does not compile: ")
	assert.Contains(t, failed[0], "undefined: undefined")
	assert.Len(t, w.pass["example.com/m"].Files, 1, "the package is analysed without tests that do not compile")

	p, err := NewProgram(t.Context(), Config{Dir: dir, Env: os.Environ()})
	require.NoError(t, err)
	pkgs, err := p.Load(t.Context(), []string{"./bad", "./good"})
	require.NoError(t, err)
	require.Len(t, pkgs, 2)
	require.Len(t, pkgs[0].Errors, 1)
	assert.Equal(t, "undefined: undefined", pkgs[0].Errors[0].Msg)
	assert.Empty(t, pkgs[1].Errors)
}
