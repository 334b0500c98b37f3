// Package libraries answers, for the package at hand, what is known of the functions,
// fields and types of libraries that it uses, in the versions that it uses.
//
// The version of a library is a fact of its packages and of those above them: a pass knows
// the version of no module but its own.
package libraries

import (
	"go/ast"
	"go/types"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/settings"
)

// Versions is what a package exports: the versions of the catalogued packages at or below
// it, in the order of their paths. It holds those that are imported further down, because
// go vet hands on facts about packages to the packages that import them themselves only.
type Versions struct {
	Packages []Package
}

// Package is a package and the version of its module: "v9.7.0".
type Package struct {
	Path, Version string
}

// AFact marks Versions as a fact.
func (*Versions) AFact() {}

func (v *Versions) String() string {
	var all []string
	for _, p := range v.Packages {
		all = append(all, p.Path+"@"+p.Version)
	}
	return strings.Join(all, " ")
}

// Analyzer exports the [Versions]; its result is the
// [*Libraries] of the package at hand.
var Analyzer = &analysis.Analyzer{
	Name:       "retrylibs",
	Doc:        "note which versions of libraries are used, and answer what is known of them",
	Requires:   []*analysis.Analyzer{settings.Analyzer},
	ResultType: reflect.TypeFor[*Libraries](),
	FactTypes:  []analysis.Fact{new(Versions)},
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	known := pass.ResultOf[settings.Analyzer].(*settings.Settings).Catalog()
	l := &Libraries{
		pass:     pass,
		catalog:  known,
		packages: make(map[*types.Package]*catalog.Package),
		funcs:    make(map[*types.Func]*catalog.Entry),
		versions: make(map[string]string),
	}
	for _, imp := range pass.Pkg.Imports() {
		var below Versions
		if pass.ImportPackageFact(imp, &below) {
			for _, p := range below.Packages {
				l.versions[p.Path] = p.Version
			}
		}
	}
	if m := pass.Module; m != nil {
		l.catalog = known.Outside(m.Path)
		if v := versionOf(pass); v != "" && known.Knows(pass.Pkg.Path()) {
			l.versions[pass.Pkg.Path()] = v
		}
	}
	if len(l.versions) > 0 {
		v := new(Versions)
		for _, path := range slices.Sorted(maps.Keys(l.versions)) {
			v.Packages = append(v.Packages, Package{path, l.versions[path]})
		}
		pass.ExportPackageFact(v)
	}
	return l, nil
}

// Libraries answers for the package at hand. It is safe for concurrent use.
type Libraries struct {
	pass    *analysis.Pass
	catalog *catalog.Catalog
	// versions are those of the catalogued packages, by path.
	versions map[string]string

	mu       sync.Mutex
	packages map[*types.Package]*catalog.Package
	funcs    map[*types.Func]*catalog.Entry
}

// Version returns the version of the module of a package, "" if it is not known or the
// package is not catalogued.
func (l *Libraries) Version(pkg *types.Package) string {
	if pkg == l.pass.Pkg {
		return versionOf(l.pass)
	}
	return l.versions[pkg.Path()]
}

// unversioned is the version that the go command writes for a module that is replaced by a
// folder and has none.
const unversioned = "v0.0.0-00010101000000-000000000000"

// versionOf returns the version of the module of the package at hand, "" if it is not known.
func versionOf(pass *analysis.Pass) string {
	if pass.Module == nil || pass.Module.Version == unversioned {
		return ""
	}
	return pass.Module.Version
}

// VersionAt returns the version of the module of a package, by its path; "" if it is not
// known.
func (l *Libraries) VersionAt(path string) string { return l.versions[path] }

// Uses reports whether the package at hand imports a catalogued package, or one that may
// declare functions of generated code, as the stubs of gRPC. Where it does not, no call
// is known unless another package hands in what is called.
func (l *Libraries) Uses() bool {
	return slices.ContainsFunc(l.pass.Pkg.Imports(), func(imp *types.Package) bool {
		return l.catalog.Knows(imp.Path()) || l.catalog.TellsAnywhere(imp.Path()) ||
			slices.ContainsFunc(imp.Imports(), func(below *types.Package) bool { return l.catalog.TellsAnywhere(below.Path()) })
	})
}

// Package returns what is known of a package, nil if nothing is.
func (l *Libraries) Package(pkg *types.Package) *catalog.Package {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.packageLocked(pkg)
}

func (l *Libraries) packageLocked(pkg *types.Package) *catalog.Package {
	if pkg == nil {
		return nil
	}
	p, ok := l.packages[pkg]
	if !ok {
		if l.catalog.Knows(pkg.Path()) {
			p = l.catalog.Package(pkg.Path(), l.Version(pkg))
		}
		l.packages[pkg] = p
	}
	return p
}

// Func returns what is known of a function or method, nil if nothing is. Functions of
// generated code in any package, as the stubs of gRPC, go by their signatures.
func (l *Libraries) Func(fn *types.Func) *catalog.Entry {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	fn = fn.Origin()
	l.mu.Lock()
	defer l.mu.Unlock()
	e, ok := l.funcs[fn]
	if !ok {
		e = l.find(fn)
		l.funcs[fn] = e
	}
	return e
}

func (l *Libraries) find(fn *types.Func) *catalog.Entry {
	if e := l.packageLocked(fn.Pkg()).Func(fn); e != nil {
		return e
	}
	for v := range fn.Signature().Params().Variables() {
		pkg := packageOf(v.Type())
		if pkg == nil || !l.catalog.TellsAnywhere(pkg.Path()) {
			continue
		}
		if e := l.catalog.Anywhere(pkg.Path(), l.Version(pkg)).Func(fn); e != nil {
			return e
		}
	}
	return l.implemented(fn)
}

// implemented returns what is known of the method of a client that implements a method of
// an interface that is declared elsewhere, as programs declare them to test without the
// client: one that has exactly the signature, types of the library included. It is nil if
// there is none.
func (l *Libraries) implemented(fn *types.Func) *catalog.Entry {
	recv := fn.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) {
		return nil
	}
	var seen []*types.Package
	for pkg := range packagesIn(fn.Signature()) {
		p := l.packageLocked(pkg)
		if p == nil || slices.Contains(seen, pkg) {
			continue
		}
		seen = append(seen, pkg)
		for _, name := range pkg.Scope().Names() {
			owner, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok || !owner.Exported() || types.IsInterface(owner.Type()) {
				continue
			}
			named, ok := owner.Type().(*types.Named)
			if !ok || named.TypeParams().Len() > 0 {
				continue
			}
			for method := range named.Methods() {
				if method.Name() != fn.Name() || !types.Identical(signature(method), signature(fn)) {
					continue
				}
				if e := p.Func(method); e != nil && len(e.Calls) > 0 {
					return e
				}
			}
		}
	}
	return nil
}

// signature returns the signature of a method without its receiver.
func signature(fn *types.Func) *types.Signature {
	sig := fn.Signature()
	return types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
}

// packagesIn returns the packages of the types that a function takes and returns, those
// of what options take included.
func packagesIn(sig *types.Signature) iter.Seq[*types.Package] {
	return func(yield func(*types.Package) bool) {
		for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
			for v := range tuple.Variables() {
				if pkg := packageOf(v.Type()); pkg != nil && !yield(pkg) {
					return
				}
			}
		}
	}
}

// Field returns what is known of a field, given its owner, a named type, and its name,
// with dots for a field of a field; nil if nothing is.
func (l *Libraries) Field(owner *types.TypeName, field string) *catalog.Entry {
	return l.Package(owner.Pkg()).Field(owner.Name(), field)
}

// Object returns what is known of a function, a package variable, a constant or a
// type; nil if nothing is. What is known of a type of functions includes the calls of
// its values.
func (l *Libraries) Object(obj types.Object) *catalog.Entry {
	switch obj := obj.(type) {
	case *types.Func:
		return l.Func(obj)
	case *types.TypeName:
		if e := l.Package(obj.Pkg()).FuncType(obj); e != nil {
			return e
		}
	}
	s, ok := catalog.SymbolOf(obj)
	if !ok {
		return nil
	}
	return l.Package(obj.Pkg()).Name(s.Name)
}

// Callee returns what is known of the function that a call calls, nil if nothing is: a
// function, a method, or a value of a named type of functions.
func (l *Libraries) Callee(info *types.Info, call *ast.CallExpr) *catalog.Entry {
	switch callee := typeutil.Callee(info, call).(type) {
	case *types.Func:
		return l.Func(callee)
	case *types.Var:
		if named, ok := types.Unalias(callee.Type()).(*types.Named); ok {
			return l.Object(named.Obj())
		}
	}
	return nil
}

// ClientCall returns the client whose request a call sends; ok is false if it is none,
// or if it cannot be told which.
func (l *Libraries) ClientCall(info *types.Info, call *ast.CallExpr) (client catalog.ClientCall, ok bool) {
	e := l.Callee(info, call)
	if e == nil {
		return catalog.ClientCall{}, false
	}
	return e.Call(receivers(info, call)...)
}

// receivers returns the type of the receiver of a method call, and those of the embedded
// fields on the way to the method.
func receivers(info *types.Info, call *ast.CallExpr) []types.Type {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	s := info.Selections[sel]
	if s == nil {
		return nil
	}
	t := s.Recv()
	found := []types.Type{t}
	for _, i := range s.Index()[:len(s.Index())-1] {
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			t = ptr.Elem()
		}
		fields, ok := t.Underlying().(*types.Struct)
		if !ok {
			break
		}
		t = fields.Field(i).Type()
		found = append(found, t)
	}
	return found
}

// Client returns a library and one of its clients by their names, nil if there is none.
func (l *Libraries) Client(library, client string) (*catalog.Library, *catalog.Client) {
	lib := l.catalog.Library(library)
	if lib == nil {
		return nil, nil
	}
	return lib, lib.Client(client)
}

// packageOf returns the package of a named type, or of the elements of a slice or
// pointer of one; nil if there is none.
func packageOf(t types.Type) *types.Package {
	switch u := types.Unalias(t).(type) {
	case *types.Slice:
		return packageOf(u.Elem())
	case *types.Pointer:
		return packageOf(u.Elem())
	case *types.Named:
		return u.Obj().Pkg()
	}
	return nil
}
