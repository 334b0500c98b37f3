package govet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Extent says which packages a run is about.
type Extent struct {
	// named maps the packages that the patterns name to their modules, existing all packages
	// of these modules.
	named, existing map[string]*module
}

type module struct{ Path, Dir string }

// ExtentOf returns the extent of a run.
func ExtentOf(ctx context.Context, cfg Config) (*Extent, error) {
	gocmd, err := findGo(ctx, cfg.Dir, cfg.Env)
	if err != nil {
		return nil, err
	}
	e := &Extent{named: make(map[string]*module), existing: make(map[string]*module)}
	if err := gocmd.listModules(ctx, cfg, cfg.Patterns, e.named); err != nil {
		return nil, err
	}
	var all []string
	for _, m := range e.named {
		if pattern := m.Path + "/..."; !slices.Contains(all, pattern) {
			all = append(all, pattern)
		}
	}
	slices.Sort(all)
	if err := gocmd.listModules(ctx, cfg, all, e.existing); err != nil {
		return nil, err
	}
	return e, nil
}

// Whole reports whether the patterns name all packages of the module that holds a
// package, given its import path.
func (e *Extent) Whole(pkg string) bool {
	m := e.moduleOf(pkg)
	if m == nil {
		return false
	}
	for other, of := range e.existing {
		if of.Path == m.Path && e.named[other] == nil {
			return false
		}
	}
	return true
}

// WholeIn reports whether the patterns name all packages of the module in a directory.
func (e *Extent) WholeIn(dir string) bool {
	for named, m := range e.named {
		if m.Dir == dir {
			return e.Whole(named)
		}
	}
	return false
}

// Covers reports whether the patterns name a package, or name all packages of a module that
// would hold it and does not.
func (e *Extent) Covers(pkg string) bool {
	if e.moduleOf(pkg) != nil {
		return true
	}
	pkg = strings.TrimSuffix(pkg, "_test")
	if e.existing[pkg] != nil {
		return false
	}
	for named, m := range e.named {
		if rest, ok := strings.CutPrefix(pkg+"/", m.Path+"/"); ok && e.Whole(named) && !m.holdsModule(rest) {
			return true
		}
	}
	return false
}

// holdsModule reports whether another module lies in the module, in a directory or above it.
func (m *module) holdsModule(dir string) bool {
	for i, c := range dir {
		if c != '/' {
			continue
		}
		if _, err := os.Lstat(filepath.Join(m.Dir, filepath.FromSlash(dir[:i]), "go.mod")); err == nil && i > 0 {
			return true
		}
	}
	return false
}

// moduleOf returns the module of a package that the patterns name; nil if they do not.
func (e *Extent) moduleOf(pkg string) *module {
	if m := e.named[pkg]; m != nil {
		return m
	}
	return e.named[strings.TrimSuffix(pkg, "_test")]
}

// listModules adds the packages that patterns name, with their modules.
func (g goCommand) listModules(ctx context.Context, cfg Config, patterns []string, modules map[string]*module) error {
	if len(patterns) == 0 {
		return nil
	}
	args := append([]string{"list", "-e", "-find", "-json=ImportPath,Module"}, cfg.buildFlags()...)
	var stdout, stderr bytes.Buffer
	if err := g.run(ctx, &stdout, &stderr, append(append(args, "--"), patterns...)...); err != nil {
		return fmt.Errorf("listing the packages of the module: %w: %s", err, bytes.TrimSpace(stderr.Bytes()))
	}
	dec := json.NewDecoder(&stdout)
	for {
		var p struct {
			ImportPath string
			Module     *module
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("reading the output of go list: %w", err)
		}
		if p.Module != nil {
			modules[p.ImportPath] = p.Module
		}
	}
}
