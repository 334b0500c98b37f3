package reach

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/retrylint/retrylint/internal/directive"
	"github.com/retrylint/retrylint/internal/libraries"
	"github.com/retrylint/retrylint/internal/settings"
)

// standard reads each package of the standard library once for all tests.
var standard = importer.Default()

// world analyses small packages from source; the later ones see the facts of the
// earlier ones.
type world struct {
	fset  *token.FileSet
	pkgs  map[string]*types.Package
	facts map[*types.Package]*Fact
	// directives are the facts of package directive, file what the settings say.
	directives map[*types.Package]*directive.Fact
	file       *settings.File
}

func newWorld() *world {
	return &world{
		fset: token.NewFileSet(), pkgs: make(map[string]*types.Package), facts: make(map[*types.Package]*Fact),
		directives: make(map[*types.Package]*directive.Fact), file: new(settings.File),
	}
}

// Import implements [types.Importer].
func (w *world) Import(path string) (*types.Package, error) {
	switch pkg := w.pkgs[path]; {
	case pkg != nil:
		return pkg, nil
	case IsStandard(path):
		return standard.Import(path)
	}
	return nil, fmt.Errorf("no package %s", path)
}

// load type-checks a package of one file, and analyses it unless it is to be one
// of which nothing is known.
func (w *world) load(t *testing.T, path, src string, analysed bool) *Package {
	t.Helper()
	file, err := parser.ParseFile(w.fset, path+"/a.go", src, parser.ParseComments|parser.SkipObjectResolution)
	require.NoError(t, err)
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Instances: make(map[*ast.Ident]types.Instance),
		Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Scopes: make(map[ast.Node]*types.Scope), FileVersions: make(map[*ast.File]string),
	}
	pkg, err := (&types.Config{Importer: w}).Check(path, w.fset, []*ast.File{file}, info)
	require.NoError(t, err)
	w.pkgs[path] = pkg
	if !analysed {
		return nil
	}
	pass := &analysis.Pass{
		Fset: w.fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info,
		ResultOf: make(map[*analysis.Analyzer]any),
		ExportPackageFact: func(f analysis.Fact) {
			switch f := f.(type) {
			case *Fact:
				w.facts[pkg] = f
			case *directive.Fact:
				w.directives[pkg] = f
			}
		},
		ImportPackageFact: func(from *types.Package, into analysis.Fact) bool {
			switch into := into.(type) {
			case *Fact:
				if fact := w.facts[from]; fact != nil {
					*into = *fact
					return true
				}
			case *directive.Fact:
				if fact := w.directives[from]; fact != nil {
					*into = *fact
					return true
				}
			}
			return false
		},
		AllPackageFacts: func() []analysis.PackageFact {
			var all []analysis.PackageFact
			for pkg, fact := range w.facts {
				all = append(all, analysis.PackageFact{Package: pkg, Fact: fact})
			}
			return all
		},
	}
	for _, a := range []*analysis.Analyzer{directive.Analyzer, settings.Analyzer, inspect.Analyzer, libraries.Analyzer} {
		pass.Analyzer = a
		pass.ResultOf[a], err = a.Run(pass)
		require.NoError(t, err)
	}
	pass.ResultOf[settings.Analyzer].(*settings.Settings).File = w.file
	pass.Analyzer = Analyzer
	res, err := run(pass)
	require.NoError(t, err)
	return res.(*Package)
}

// factOf analyses a package alone and returns its fact as text.
func factOf(t *testing.T, src string) string {
	t.Helper()
	w := newWorld()
	p := w.load(t, "example.com/m", "package m\n\nimport (\n\t\"context\"\n\t\"net/http\"\n\t\"time\"\n)\n\nvar (\n\t_ context.Context\n\t_ http.Client\n\t_ time.Time\n)\n\n"+src, true)
	return w.facts[p.pass.Pkg].String()
}

func TestFact(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"nothing to say", `func F() error { return nil }`, ""},
		{"remote", `func F() { http.Get("u") }`, "remote: F"},
		{"remote through helpers", `
			func F() { g() }
			func g() { h() }
			func h() { http.Get("u") }`, "remote: F"},
		{"remote through a cycle", `
			func F(n int) { if n > 0 { G(n - 1) } }
			func G(n int) { http.Get("u"); F(n) }`, "remote: F, G"},
		{"methods", `
			type T struct{ c http.Client }
			func (t *T) Do() { t.c.Get("u") }
			func (t T) Name() string { return "" }`, "remote: (*T).Do"},
		{"what is not exported is not told", `func f() { http.Get("u") }`, ""},
		{"generic", `
			func F[K any](k K) { http.Get("u") }
			func G() { F(1) }`, "remote: F, G"},
		{"waits", `func F() { time.Sleep(1) }`, "waits: F"},
		{"waits for a timer", `func F() { <-time.After(1) }`, "waits: F"},
		{"waits for something else", `func F(c chan int) { <-c }`, ""},
		{"remote and waits", `func F() { http.Get("u"); time.Sleep(1) }`, "remote: F; waits: F"},
		{"interface with its implementation in sight", `
			type I interface{ Do(context.Context) error }
			type impl struct{}
			func (impl) Do(context.Context) error { _, err := http.Get("u"); return err }
			func F(i I) { i.Do(nil) }`, "remote: (I).Do, (impl).Do, F"},
		{"interface with a local implementation in sight", `
			type I interface{ Do(context.Context) error }
			type impl struct{}
			func (impl) Do(context.Context) error { return nil }
			func F(i I) error { return i.Do(nil) }`, ""},
		{"interface with an implementation that is turned off", `
			type I interface{ Do(context.Context) error }
			type impl struct{}
			func (impl) Do(context.Context) error { _, err := http.Get("u"); return err }
			type off struct{}
			func (off) Do(context.Context) error { panic("turned off") }
			func F(i I) { i.Do(nil) }`, "remote: (I).Do, (impl).Do, F"},
		{"interface with an implementation in memory", `
			type I interface{ Do(context.Context) error }
			type impl struct{}
			func (impl) Do(context.Context) error { _, err := http.Get("u"); return err }
			type memory struct{ done int }
			func (m *memory) Do(context.Context) error { m.done++; return nil }
			func F(i I) { i.Do(nil) }`, "remote: (impl).Do, F"},
		{"interface with an implementation that is known", `
			type I interface{ Do(context.Context) error }
			type impl struct{}
			func (impl) Do(context.Context) error { _, err := http.Get("u"); return err }
			type fixed struct{ err error }
			func (f fixed) Do(context.Context) error { return f.err }
			func F(i I) { i.Do(nil) }`, "remote: (impl).Do, F"},
		{"interface without implementation", `
			type I interface{ Do(context.Context) error }
			func F(i I) error { return i.Do(nil) }`, "probably remote: F"},
		{"interface without implementation that looks local", `
			type I interface{ Do() error }
			func F(i I) error { return i.Do() }`, ""},
		{"decorator of its own interface", `
			type I interface{ Do(context.Context) error }
			type logged struct{ I }
			func (l logged) Do(ctx context.Context) error { return l.I.Do(ctx) }
			func F(i I) error { return i.Do(nil) }`, "probably remote: (logged).Do, F"},
		{"decorator beside a local implementation", `
			type I interface{ Do(context.Context) error }
			type logged struct{ inner I }
			func (l logged) Do(ctx context.Context) error { return l.inner.Do(ctx) }
			type local struct{}
			func (local) Do(context.Context) error { return nil }
			func F(i I) error { return i.Do(nil) }`, ""},
		{"function that is handed in", `
			func F() { run(get) }
			func run(f func()) { f() }
			func get() { http.Get("u") }`, "remote: F"},
		{"whoever calls what it is given has no edge", `
			func Run(f func()) { f() }
			func F() { Run(func() { http.Get("u") }) }`, "remote: F"},
		{"what is given and looks remote", `func Run(f func(context.Context) error) error { return f(nil) }`, "probably remote: Run"},
		{"literal that is called", `func F() { func() { http.Get("u") }() }`, "remote: F"},
		{"goroutine", `func F() { go http.Get("u") }`, ""},
		{"goroutine of a literal", `func F() { go func() { http.Get("u") }() }`, ""},
		{"argument of a goroutine", `
			func F() { go g(http.Get("u")) }
			func g(*http.Response, error) {}`, "remote: F"},
		{"deferred", `func F() { defer http.Get("u") }`, "remote: F"},
	} {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, factOf(t, test.src))
		})
	}
}

func TestThrough(t *testing.T) {
	p := newWorld().load(t, "example.com/m", `package m

import "net/http"

func F()    { g() }
func g()    { h(); quiet() }
func h()    { http.Get("u") }
func quiet() {}
func a(n int) { if n > 0 { b(n) } }
func b(n int) { a(n - 1); h() }
`, true)
	for name, want := range map[string][]string{
		"F":     {"example.com/m.g", "example.com/m.h", "net/http.Get"},
		"h":     {"net/http.Get"},
		"a":     {"example.com/m.b", "example.com/m.h", "net/http.Get"},
		"quiet": nil,
		"none":  nil,
	} {
		assert.Equal(t, want, p.Through("example.com/m."+name), name)
	}
}

// The function that gave the level is the same in each run, although what is
// known of literals spreads in several rounds.
func TestViaIsStable(t *testing.T) {
	const src = `package m

import "net/http"

func f() {
	func() {
		func() { func() { func() { http.Get("u") }() }() }()
		b()
	}()
}

func b() { func() { func() { http.Head("u") }() }() }
`
	texts := make(map[string]bool)
	for range 50 {
		p := newWorld().load(t, "example.com/m", src, true)
		text := ""
		for n := range ast.Preorder(p.pass.Files[0]) {
			if lit, ok := n.(*ast.FuncLit); ok {
				text += p.Literal(lit).Via + "\n"
			}
		}
		texts[text] = true
	}
	assert.Len(t, texts, 1)
}

func TestOtherPackages(t *testing.T) {
	w := newWorld()
	w.load(t, "example.com/dep", `package dep

import (
	"context"
	"net/http"
	"time"
)

func Get() { http.Get("u") }
func Local(ctx context.Context) error { return nil }
func Pause() { time.Sleep(1) }

type Client struct{}

func (*Client) Do() { Get() }

func Run(f func()) { f() }
`, true)
	w.load(t, "example.com/quiet", "package quiet\n\nimport \"context\"\n\nfunc F(ctx context.Context) error { return nil }\n", true)
	w.load(t, "example.com/unknown", "package unknown\n\nimport \"context\"\n\nfunc F(ctx context.Context) error { return nil }\n\nfunc G() error { return nil }\n", false)
	p := w.load(t, "example.com/m", `package m

import (
	"context"

	"example.com/dep"
	"example.com/quiet"
	"example.com/unknown"
)

func Remote()             { dep.Get() }
func Method(c *dep.Client) { c.Do() }
func Waits()              { dep.Pause() }
func Handed()             { dep.Run(dep.Get) }
func Quiet() error        { return quiet.F(context.Background()) }
func Unknown() error      { return unknown.F(context.Background()) }
func Short() error        { return unknown.G() }

// A package that connects may hide how.
func Asks() error { return dep.Local(context.Background()) }
`, true)
	assert.Equal(t, "remote: (*Client).Do, Get; waits: Pause", w.facts[w.pkgs["example.com/dep"]].String())
	assert.Equal(t, "remote: Handed, Method, Remote; probably remote: Asks, Unknown; waits: Short, Unknown, Waits", w.facts[w.pkgs["example.com/m"]].String())

	for _, test := range []struct {
		pkg, name string
		want      Summary
	}{
		{"example.com/dep", "example.com/dep.Get", Summary{Remote: Remote}},
		{"example.com/dep", "(*example.com/dep.Client).Do", Summary{Remote: Remote}},
		{"example.com/dep", "example.com/dep.Pause", Summary{Waits: true}},
		{"example.com/quiet", "example.com/quiet.F", Summary{}},
		{"example.com/unknown", "example.com/unknown.F", Summary{Waits: true}},
		{"net/http", "net/http.Get", Summary{Remote: Remote}},
	} {
		assert.Equal(t, test.want, p.Named(test.pkg, test.name), test.name)
	}
}

func TestRecursive(t *testing.T) {
	for body, want := range map[string]bool{
		`func F() { http.Get("u"); F() }`:                                true,
		`func F() { http.Get("u"); g() }; func g() { F() }`:              true,
		`func F() { http.Get("u") }`:                                     false,
		`func F() { F() }; func G() { http.Get("u") }`:                   false,
		`func F() { http.Get("u"); go F() }`:                             false,
		`func F() { func() { F() }(); http.Get("u") }`:                   true,
		`func F() { g() }; func g() { http.Get("u"); h() }; func h() {}`: false,
	} {
		p := newWorld().load(t, "example.com/m", "package m\n\nimport \"net/http\"\n\n"+body+"\n", true)
		assert.Equal(t, want, p.Recursive(), body)
	}
}

func TestValue(t *testing.T) {
	p := newWorld().load(t, "example.com/m", `package m

import (
	"context"
	"net/http"
)

func known(f func(context.Context) error) error   { return f(nil) }
func unknown(f func(context.Context) error) error { return f(nil) }
func plain(f func() error) error                  { return f() }

func use() {
	known(get)
}

func get(context.Context) error { _, err := http.Get("u"); return err }
`, true)
	value := func(name string) (Summary, bool) {
		return p.Value(p.pass.Pkg.Scope().Lookup(name).(*types.Func).Signature().Params().At(0))
	}
	s, isKnown := value("known")
	assert.True(t, isKnown)
	assert.Equal(t, Summary{Remote: Remote, Waits: true, Via: "example.com/m.get"}, s)
	s, isKnown = value("unknown")
	assert.False(t, isKnown)
	assert.Equal(t, Summary{Remote: Probable, Waits: true, Via: "f"}, s)
	s, isKnown = value("plain")
	assert.False(t, isKnown)
	assert.Equal(t, Summary{Remote: Local, Waits: true, Via: "f"}, s)
}
