package model

import (
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"

	"github.com/retrylint/retrylint/internal/clients"
	"github.com/retrylint/retrylint/internal/directive"
	"github.com/retrylint/retrylint/internal/libraries"
	"github.com/retrylint/retrylint/internal/reach"
	"github.com/retrylint/retrylint/internal/settings"
)

// world analyses small packages from source, one after the other, as a driver
// does: the later ones see the facts of the earlier ones.
type world struct {
	fset  *token.FileSet
	pkgs  map[string]*types.Package
	facts []analysis.PackageFact
}

// standard reads each package of the standard library once for all tests.
var standard = importer.Default()

func newWorld() *world {
	return &world{fset: token.NewFileSet(), pkgs: make(map[string]*types.Package)}
}

// Import implements [types.Importer].
func (w *world) Import(path string) (*types.Package, error) {
	if pkg := w.pkgs[path]; pkg != nil {
		return pkg, nil
	}
	if !reach.IsStandard(path) {
		return nil, fmt.Errorf("no package %s", path)
	}
	return standard.Import(path)
}

// errIllTyped says that a source does not parse or type-check.
var errIllTyped = errors.New("ill-typed")

// check type-checks a package of one file and runs what the model requires.
func (w *world) check(path, src string) (*pkg, error) {
	file, err := parser.ParseFile(w.fset, path+"/a.go", src, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errIllTyped, err)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Instances: make(map[*ast.Ident]types.Instance),
		Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Scopes: make(map[ast.Node]*types.Scope), FileVersions: make(map[*ast.File]string),
	}
	conf := types.Config{Importer: w, GoVersion: "go1.26"}
	tpkg, err := conf.Check(path, w.fset, []*ast.File{file}, info)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errIllTyped, err)
	}
	w.pkgs[path] = tpkg
	pass := &analysis.Pass{
		Fset: w.fset, Files: []*ast.File{file}, Pkg: tpkg, TypesInfo: info,
		TypesSizes:        types.SizesFor("gc", "amd64"),
		ResultOf:          make(map[*analysis.Analyzer]any),
		Report:            func(analysis.Diagnostic) {},
		ImportPackageFact: w.importFact,
		ExportPackageFact: func(f analysis.Fact) {
			w.facts = append(w.facts, analysis.PackageFact{Package: tpkg, Fact: f})
		},
		AllPackageFacts: func() []analysis.PackageFact { return w.facts },
	}
	for _, a := range []*analysis.Analyzer{directive.Analyzer, settings.Analyzer, inspect.Analyzer, libraries.Analyzer, clients.Analyzer, reach.Analyzer} {
		pass.Analyzer = a
		if pass.ResultOf[a], err = a.Run(pass); err != nil {
			return nil, err
		}
	}
	pass.Analyzer = Analyzer
	return &pkg{
		pass: pass, reach: pass.ResultOf[reach.Analyzer].(*reach.Package), clients: pass.ResultOf[clients.Analyzer].(*clients.Package),
	}, nil
}

func (w *world) importFact(from *types.Package, into analysis.Fact) bool {
	for _, f := range w.facts {
		if f.Package == from && reflect.TypeOf(f.Fact) == reflect.TypeOf(into) {
			reflect.ValueOf(into).Elem().Set(reflect.ValueOf(f.Fact).Elem())
			return true
		}
	}
	return false
}

// analyse runs the model over a package that must be well-typed.
func (w *world) analyse(t testing.TB, path, src string) *Result {
	t.Helper()
	p, err := w.check(path, src)
	require.NoError(t, err)
	res, err := run(p.pass)
	require.NoError(t, err)
	return res.(*Result)
}

// bodiesOf returns the fact that a package exported, nil if it has none.
func (w *world) bodiesOf(path string) *Bodies {
	for _, f := range w.facts {
		if b, ok := f.Fact.(*Bodies); ok && f.Package.Path() == path {
			return b
		}
	}
	return nil
}
