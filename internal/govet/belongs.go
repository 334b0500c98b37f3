package govet

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
)

// NotAnalysed returns why a run in [Config.Dir] would not analyse a file, given
// its absolute path: it belongs to another module, or is not in the build. The
// reason is "" if it would. [Config.Patterns] plays no part.
func NotAnalysed(ctx context.Context, cfg Config, file string) (reason string, err error) {
	gocmd, err := findGo(ctx, cfg.Dir, cfg.Env)
	if err != nil {
		return "", err
	}
	const fields = "Standard,Module,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,InvalidGoFiles"
	args := append([]string{"list", "-e", "-find", "-json=" + fields}, cfg.buildFlags()...)
	var stdout, stderr bytes.Buffer
	if err := gocmd.run(ctx, &stdout, &stderr, append(args, "--", filepath.Dir(file))...); err != nil {
		return "", fmt.Errorf("looking for the package of %s: %w: %s", file, err, bytes.TrimSpace(stderr.Bytes()))
	}
	var p struct {
		Standard bool
		Module   *struct {
			Path string
			Main bool
		}
		GoFiles, CgoFiles, TestGoFiles, XTestGoFiles, InvalidGoFiles []string
	}
	if err := json.Unmarshal(stdout.Bytes(), &p); err != nil {
		return "", fmt.Errorf("reading the output of go list: %w", err)
	}
	switch {
	case p.Standard:
		return "it belongs to the standard library", nil
	case p.Module == nil:
		return "it does not belong to the module of " + cfg.Dir, nil
	case !p.Module.Main:
		return "it belongs to another module, " + p.Module.Path, nil
	case !slices.Contains(slices.Concat(p.GoFiles, p.CgoFiles, p.TestGoFiles, p.XTestGoFiles, p.InvalidGoFiles), filepath.Base(file)):
		return "it is not in the build; its build constraints may need -tags", nil
	}
	return "", nil
}
