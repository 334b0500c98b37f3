// Package libraries answers, for the package at hand, what is known of the functions,
// fields and types of libraries that it uses, in the versions that it uses.
//
// The version of a library is a fact of each of its packages: a pass knows the version
// of no module but its own.
package libraries

import (
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/catalog/builtin"
)

// Version is what a package of a catalogued library exports.
type Version struct {
	// Module is the path of the module, Version its version: "v9.7.0".
	Module, Version string
}

// AFact marks Version as a fact.
func (*Version) AFact() {}

func (v *Version) String() string { return v.Module + "@" + v.Version }

// Analyzer exports the [Version] of packages that are catalogued; its result is the
// [*Libraries] of the package at hand.
var Analyzer = &analysis.Analyzer{
	Name:       "retrylibs",
	Doc:        "note which versions of libraries are used, and answer what is known of them",
	ResultType: reflect.TypeFor[*Libraries](),
	FactTypes:  []analysis.Fact{new(Version)},
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	l := &Libraries{
		pass:     pass,
		catalog:  builtin.Catalog(),
		packages: make(map[*types.Package]*catalog.Package),
		funcs:    make(map[*types.Func]*catalog.Entry),
	}
	if m := pass.Module; m != nil && m.Version != "" && l.catalog.Knows(pass.Pkg.Path()) {
		pass.ExportPackageFact(&Version{Module: m.Path, Version: m.Version})
	}
	return l, nil
}

// Libraries answers for the package at hand. It is safe for concurrent use.
type Libraries struct {
	pass    *analysis.Pass
	catalog *catalog.Catalog

	mu       sync.Mutex
	packages map[*types.Package]*catalog.Package
	funcs    map[*types.Func]*catalog.Entry
}

// Version returns the version of the module of a package, "" if it is not known or the
// package is not catalogued.
func (l *Libraries) Version(pkg *types.Package) string {
	if pkg == l.pass.Pkg {
		if l.pass.Module != nil {
			return l.pass.Module.Version
		}
		return ""
	}
	var v Version
	if !l.pass.ImportPackageFact(pkg, &v) {
		return ""
	}
	return v.Version
}

// Uses reports whether the package at hand imports a catalogued package, one that
// takes part in classes of functions anywhere included. Where it does not, nothing is
// found unless it is handed in by another package of the module.
func (l *Libraries) Uses() bool {
	for _, imp := range l.pass.Pkg.Imports() {
		if l.catalog.Knows(imp.Path()) {
			return true
		}
	}
	return false
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
	return nil
}

// Field returns what is known of a field, given its owner, a named type, and its name,
// with dots for a field of a field; nil if nothing is.
func (l *Libraries) Field(owner *types.TypeName, field string) *catalog.Entry {
	return l.Package(owner.Pkg()).Field(owner.Name(), field)
}

// Object returns what is known of a function, a package variable, a constant or a
// type; nil if nothing is.
func (l *Libraries) Object(obj types.Object) *catalog.Entry {
	if fn, ok := obj.(*types.Func); ok {
		return l.Func(fn)
	}
	s, ok := catalog.SymbolOf(obj)
	if !ok {
		return nil
	}
	return l.Package(obj.Pkg()).Name(s.Name)
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
