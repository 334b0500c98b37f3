package govet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Whole returns a function that reports whether the patterns name all packages of the
// module that holds a package, given its import path.
func Whole(ctx context.Context, cfg Config) (func(pkg string) bool, error) {
	gocmd, err := findGo(ctx, cfg.Dir, cfg.Env)
	if err != nil {
		return nil, err
	}
	// moduleOf maps the named packages to their modules.
	moduleOf := make(map[string]string)
	if err := gocmd.listModules(ctx, cfg, cfg.Patterns, moduleOf); err != nil {
		return nil, err
	}
	var modules, all []string
	for _, module := range moduleOf {
		if !slices.Contains(modules, module) {
			modules = append(modules, module)
			all = append(all, module+"/...")
		}
	}
	slices.Sort(all)
	existing := make(map[string]string)
	if err := gocmd.listModules(ctx, cfg, all, existing); err != nil {
		return nil, err
	}
	partial := make(map[string]bool)
	for pkg, module := range existing {
		if _, named := moduleOf[pkg]; !named {
			partial[module] = true
		}
	}
	return func(pkg string) bool {
		module, ok := moduleOf[pkg]
		if !ok {
			module, ok = moduleOf[strings.TrimSuffix(pkg, "_test")]
		}
		return ok && !partial[module]
	}, nil
}

// listModules adds the packages that patterns name, with the paths of their modules.
func (g goCommand) listModules(ctx context.Context, cfg Config, patterns []string, modules map[string]string) error {
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
			Module     *struct{ Path string }
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("reading the output of go list: %w", err)
		}
		if p.Module != nil {
			modules[p.ImportPath] = p.Module.Path
		}
	}
}
