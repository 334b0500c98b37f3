package source

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// checked is the syntax and the types of a package, bodies included.
type checked struct {
	files  []*ast.File
	pkg    *types.Package
	info   *types.Info
	errors []packages.Error
}

// declared returns what a package declares. This is what other packages see of it,
// also where its bodies are read for an analysis: so they can be dropped after that.
func (p *Program) declared(u *unit) *types.Package {
	u.declare.Do(func() {
		if u.PkgPath == "unsafe" {
			u.types = types.Unsafe
			return
		}
		each(u.imports, func(imported *unit) { p.declared(imported) })
		p.slots <- struct{}{}
		defer func() { <-p.slots }()
		// What is wrong with a dependency shows where it is used, if it matters.
		files, _ := p.parse(u, parser.SkipObjectResolution)
		cfg := p.types(u, func(error) {})
		cfg.IgnoreFuncBodies = true
		info := &types.Info{Uses: make(map[*ast.Ident]types.Object)}
		u.types, _ = cfg.Check(u.PkgPath, p.fset, files, info)
		u.types.SetImports(used(u.types, info))
	})
	return u.types
}

// used returns the packages that declarations use. In what the compiler writes of a
// package there are no others: what only a body imports is of no concern to importers,
// and to follow it would cost them much.
func used(by *types.Package, info *types.Info) []*types.Package {
	seen := make(map[*types.Package]bool)
	for _, obj := range info.Uses {
		pkg := obj.Pkg()
		if name, ok := obj.(*types.PkgName); ok {
			pkg = name.Imported()
		}
		if pkg != nil && pkg != by {
			seen[pkg] = true
		}
	}
	return slices.SortedFunc(maps.Keys(seen), func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
}

// full returns the syntax and types of a package, which are kept until it has been
// analysed.
func (p *Program) full(u *unit) *checked {
	each(u.imports, func(imported *unit) { p.declared(imported) })
	p.slots <- struct{}{}
	defer func() { <-p.slots }()
	return p.fullHere(u)
}

// fullHere is full for a caller that has seen to the imports and has a slot.
func (p *Program) fullHere(u *unit) *checked {
	u.check.Lock()
	defer u.check.Unlock()
	if u.checked == nil {
		u.checked = p.checkAll(u)
	}
	return u.checked
}

// drop lets go of what full keeps.
func (u *unit) drop() {
	u.check.Lock()
	defer u.check.Unlock()
	u.checked = nil
}

func (p *Program) checkAll(u *unit) *checked {
	c := new(checked)
	var errs []error
	c.files, errs = p.parse(u, parser.ParseComments)
	for _, err := range errs {
		c.errors = append(c.errors, parseErrors(err)...)
	}
	cfg := p.types(u, func(err error) { c.errors = append(c.errors, typeError(err)) })
	c.info = &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Instances:    make(map[*ast.Ident]types.Instance),
		Scopes:       make(map[ast.Node]*types.Scope),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		FileVersions: make(map[*ast.File]string),
	}
	c.pkg, _ = cfg.Check(u.PkgPath, p.fset, c.files, c.info) // the error is the first of those above
	return c
}

func (p *Program) parse(u *unit, mode parser.Mode) (files []*ast.File, errs []error) {
	for _, name := range u.GoFiles {
		file, err := parser.ParseFile(p.fset, name, nil, mode)
		if err != nil {
			errs = append(errs, err)
		}
		if file != nil {
			files = append(files, file)
		}
	}
	return files, errs
}

// types configures the type checker as go vet does.
func (p *Program) types(u *unit, report func(error)) *types.Config {
	cfg := &types.Config{
		Importer:  importer{p, u},
		Sizes:     p.sizes,
		GoVersion: p.goVersion,
		Error:     report,
	}
	if u.Module != nil && u.Module.GoVersion != "" {
		cfg.GoVersion = "go" + u.Module.GoVersion
	}
	return cfg
}

// importer resolves the imports of one package.
type importer struct {
	program *Program
	unit    *unit
}

// Import implements [types.Importer].
func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	imported := i.unit.imports[path]
	if imported == nil {
		return nil, fmt.Errorf("the package %s is not there", path)
	}
	if len(imported.GoFiles) == 0 {
		if len(imported.Errors) > 0 {
			return nil, errors.New(imported.Errors[0].Msg)
		}
		return nil, fmt.Errorf("the package %s has no files", path)
	}
	return i.program.declared(imported), nil
}

func parseErrors(err error) []packages.Error {
	list, ok := errors.AsType[scanner.ErrorList](err)
	if !ok {
		return []packages.Error{{Msg: err.Error(), Kind: packages.ParseError}}
	}
	var errs []packages.Error
	for _, e := range list {
		errs = append(errs, packages.Error{Pos: e.Pos.String(), Msg: e.Msg, Kind: packages.ParseError})
	}
	return errs
}

func typeError(err error) packages.Error {
	if e, ok := errors.AsType[types.Error](err); ok {
		return packages.Error{Pos: e.Fset.Position(e.Pos).String(), Msg: e.Msg, Kind: packages.TypeError}
	}
	return packages.Error{Msg: err.Error(), Kind: packages.TypeError}
}
