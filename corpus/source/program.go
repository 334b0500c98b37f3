// Package source runs analyzers on packages that it type-checks from source, in
// one process.
//
// It stands in for go vet where that is too slow: go vet compiles every dependency,
// and analyses all of them again whenever the tool changes. Here the packages
// around the analysed ones are only read for what they declare, and the facts of
// dependencies can be kept between runs.
package source

import (
	"context"
	"encoding/gob"
	"fmt"
	"go/build"
	"go/token"
	"go/types"
	"os/exec"
	"runtime"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// Config says where packages are and what to run on them.
type Config struct {
	// Dir is the folder of the module, Env the environment of the go command. Packages
	// with C code can only be read with CGO_ENABLED=0.
	Dir string
	Env []string
	// Analyzers are run, and those they require.
	Analyzers []*analysis.Analyzer
	// Facts keeps the facts of dependencies. Without it, packages of other modules are
	// not analysed, and there are no facts of them.
	Facts *Store
}

// A Program is the packages of a module that were asked for, and all they import.
type Program struct {
	cfg   Config
	fset  *token.FileSet
	sizes types.Sizes
	// goVersion is that of the standard library.
	goVersion string
	// slots bounds the packages that are worked on at the same time.
	slots chan struct{}

	mu    sync.Mutex
	units map[string]*unit // by package ID
}

// NewProgram returns a program without packages.
func NewProgram(ctx context.Context, cfg Config) (*Program, error) {
	if err := analysis.Validate(cfg.Analyzers); err != nil {
		return nil, err
	}
	for _, a := range withRequired(cfg.Analyzers) {
		for _, fact := range a.FactTypes {
			gob.Register(fact)
		}
	}
	cmd := exec.CommandContext(ctx, "go", "env", "GOVERSION")
	cmd.Dir = cfg.Dir
	cmd.Env = append(cfg.Env[:len(cfg.Env):len(cfg.Env)], "PWD="+cfg.Dir)
	version, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOVERSION: %w", err)
	}
	return &Program{
		cfg:       cfg,
		fset:      token.NewFileSet(),
		sizes:     types.SizesFor("gc", build.Default.GOARCH),
		goVersion: strings.TrimSpace(string(version)),
		slots:     make(chan struct{}, runtime.GOMAXPROCS(0)),
		units:     make(map[string]*unit),
	}, nil
}

// A unit is one package of a program; a package together with its tests is
// another one.
type unit struct {
	*packages.Package
	imports map[string]*unit // by import path

	declare sync.Once
	types   *types.Package // what it declares, without the bodies of functions

	check   sync.Mutex
	checked *checked // nil when nobody needs it

	analyse  sync.Once
	facts    []gobFact
	findings []result
}

// Load reads the packages that patterns name, with syntax and types. It returns
// those without their tests.
func (p *Program) Load(ctx context.Context, patterns []string) ([]*packages.Package, error) {
	roots, err := p.list(ctx, patterns)
	if err != nil {
		return nil, err
	}
	var pkgs []*packages.Package
	for _, u := range roots {
		if u.ForTest != "" || isTestMain(u) {
			continue
		}
		c := p.full(u)
		pkg := *u.Package
		pkg.Fset, pkg.Syntax, pkg.Types, pkg.TypesInfo = p.fset, c.files, c.pkg, c.info
		pkg.Errors = append(pkg.Errors[:len(pkg.Errors):len(pkg.Errors)], c.errors...)
		pkgs = append(pkgs, &pkg)
	}
	return pkgs, nil
}

// list asks the go command for packages and all they import.
func (p *Program) list(ctx context.Context, patterns []string) ([]*unit, error) {
	cfg := &packages.Config{
		Context: ctx,
		Dir:     p.cfg.Dir,
		Env:     append(p.cfg.Env[:len(p.cfg.Env):len(p.cfg.Env)], "PWD="+p.cfg.Dir),
		Tests:   true,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedModule | packages.NeedForTest,
	}
	pkgs, err := packages.Load(cfg, patterns...)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var roots []*unit
	for _, pkg := range pkgs {
		roots = append(roots, p.unit(pkg))
	}
	return roots, nil
}

// unit returns the unit of a package, the same one for each listing.
func (p *Program) unit(pkg *packages.Package) *unit {
	if u := p.units[pkg.ID]; u != nil {
		return u
	}
	u := &unit{Package: pkg, imports: make(map[string]*unit)}
	p.units[pkg.ID] = u
	for path, imported := range pkg.Imports {
		u.imports[path] = p.unit(imported)
	}
	return u
}

// targets returns the units that go vet would report findings of for some roots: a
// package together with its tests where it has some, else alone. Findings in tests
// alone are of no interest.
func (p *Program) targets(roots []*unit) []*unit {
	withTests := make(map[string]*unit)
	for _, u := range roots {
		if u.ForTest == u.PkgPath && len(p.full(u).errors)+len(u.Errors) == 0 {
			withTests[u.PkgPath] = u
		}
	}
	var targets []*unit
	for _, u := range roots {
		switch {
		case u.ForTest != "" || isTestMain(u):
		case withTests[u.PkgPath] != nil:
			targets = append(targets, withTests[u.PkgPath])
		default:
			targets = append(targets, u)
		}
	}
	return targets
}

func isTestMain(u *unit) bool { return u.Name == "main" && strings.HasSuffix(u.ID, ".test") }

// local reports whether a package belongs to what is developed together: a main
// module, or a folder that stands in for a module.
func (u *unit) local() bool {
	m := u.Module
	return m != nil && (m.Main || m.Replace != nil && m.Replace.Version == "")
}

// wanted reports whether the facts of a package are asked for.
func (p *Program) wanted(u *unit) bool {
	return u.PkgPath != "unsafe" && (u.local() || p.cfg.Facts != nil)
}

// each calls f for some units at the same time, and waits.
func each(units map[string]*unit, f func(*unit)) {
	var wg sync.WaitGroup
	for _, u := range units {
		wg.Go(func() { f(u) })
	}
	wg.Wait()
}
