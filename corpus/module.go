package main

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/retrylint/retrylint/corpus/source"
)

// A module is a Go module in a checkout, with those of its packages that were
// asked for.
type module struct {
	dir  string
	env  []string
	pkgs map[string]*packages.Package // by folder
	// program has the packages where they are analysed from source, else it is nil.
	program *source.Program
}

// A workspace holds the modules of a checkout that were asked for.
type workspace struct {
	checkout string
	env      []string
	modules  map[string]*module // by folder
	// suite analyses from source; nil where the tool runs.
	suite *source.Suite
}

// module returns the module that a folder belongs to.
func (ws *workspace) module(ctx context.Context, dir string) (*module, error) {
	root, err := moduleDir(ws.checkout, dir)
	if err != nil {
		return nil, err
	}
	if m := ws.modules[root]; m != nil {
		return m, nil
	}
	env, err := moduleEnv(ctx, root, ws.env)
	if err != nil {
		return nil, err
	}
	m := &module{dir: root, env: env, pkgs: make(map[string]*packages.Package)}
	if ws.suite != nil {
		if m.program, err = ws.suite.Program(ctx, root, env); err != nil {
			return nil, err
		}
	}
	ws.modules[root] = m
	return m, nil
}

func (ws *workspace) sorted() []*module {
	var modules []*module
	for _, root := range slices.Sorted(maps.Keys(ws.modules)) {
		modules = append(modules, ws.modules[root])
	}
	return modules
}

// load reads the packages in some folders.
func (m *module) load(ctx context.Context, dirs []string) error {
	pkgs, err := m.read(ctx, dirs)
	if err != nil {
		return err
	}
	for _, pkg := range pkgs {
		for _, file := range slices.Concat(pkg.GoFiles, pkg.IgnoredFiles) {
			m.pkgs[filepath.Dir(file)] = pkg
		}
	}
	return nil
}

// read type-checks the packages in some folders from source. What they import comes
// from the build cache, or from source too.
func (m *module) read(ctx context.Context, dirs []string) ([]*packages.Package, error) {
	if m.program != nil {
		return m.program.Load(ctx, m.patterns(dirs))
	}
	cfg := &packages.Config{
		Context: ctx,
		Dir:     m.dir,
		Env:     m.env,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo,
	}
	return packages.Load(cfg, m.patterns(dirs)...)
}

// patterns names folders as arguments of the go command.
func (m *module) patterns(dirs []string) []string {
	var patterns []string
	for _, dir := range dirs {
		rel, err := filepath.Rel(m.dir, dir)
		if err != nil {
			continue
		}
		if rel != "." {
			rel = "./" + filepath.ToSlash(rel)
		}
		patterns = append(patterns, rel)
	}
	slices.Sort(patterns)
	return slices.Compact(patterns)
}

// skipped says why a file is in no package that can be analysed, or nothing.
func (m *module) skipped(file string) string {
	pkg := m.pkgs[filepath.Dir(file)]
	switch {
	case pkg == nil:
		return "not in the build: no such package"
	case slices.Contains(pkg.IgnoredFiles, file):
		return "not in the build: excluded by a build constraint"
	case len(pkg.Errors) > 0:
		return "the package does not compile: " + firstError(pkg)
	case !slices.Contains(pkg.GoFiles, file):
		return "not in the build: in no file list of its package"
	}
	return ""
}

// firstError prefers an error with a place in the source to what the go command
// says about the package as a whole.
func firstError(pkg *packages.Package) string {
	best := pkg.Errors[0]
	for _, e := range pkg.Errors {
		if e.Kind == packages.ParseError || e.Kind == packages.TypeError {
			best = e
			break
		}
	}
	return strings.Join(strings.Fields(best.Msg), " ")
}
