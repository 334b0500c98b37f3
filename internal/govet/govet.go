// Package govet runs the analyzers through go vet, with this executable as its
// tool.
package govet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/settings"
)

// Config is what to analyse, and with what.
type Config struct {
	// Tool is the path of the executable that serves as the tool of go vet.
	Tool string
	// Dir is the directory in which the patterns are resolved.
	Dir string
	// Env is the environment of the go command.
	Env []string
	// Tags are build tags, separated by commas.
	Tags string
	// Patterns name the packages, as for go list.
	Patterns []string
	// Stderr takes what the go command has to say: errors of the analysed code,
	// with file and line, and the progress of downloads.
	Stderr io.Writer
	// Analysed, if it is not nil, is called for each package that has been analysed.
	Analysed func()
}

// ErrIncomplete says that some packages could not be analysed; the reasons have
// been written to [Config.Stderr].
var ErrIncomplete = errors.New("some packages could not be analysed")

// Run analyses the packages. Together with [ErrIncomplete] it returns what was
// found in the packages that could be analysed.
func Run(ctx context.Context, cfg Config) (*finding.Result, error) {
	gocmd, err := findGo(ctx, cfg.Dir, cfg.Env)
	if err != nil {
		return nil, err
	}
	messages := newMessages(cfg.Stderr)
	defer messages.Close()

	result, err := vet(ctx, gocmd, cfg, messages)
	if err != nil && !errors.Is(err, ErrIncomplete) {
		return nil, err
	}
	if err == nil || result.Units > 0 {
		return result, err
	}

	// Nothing was analysed. go vet gives up before it starts if one package or
	// import cannot be found; the others are then analysed without it.
	loadable, err := list(ctx, gocmd, cfg, messages)
	if err != nil {
		return nil, err
	}
	if len(loadable) == 0 {
		return result, ErrIncomplete
	}
	cfg.Patterns = loadable
	result, err = vet(ctx, gocmd, cfg, messages)
	if err != nil && !errors.Is(err, ErrIncomplete) {
		return nil, err
	}
	return result, ErrIncomplete
}

// vet runs go vet. It returns ErrIncomplete if go vet failed on a package or altogether.
//
// What go vet has cached of a package that only others imported has no findings, and go vet
// takes it for that of the package itself: it then prints nothing for the package. So the
// units are counted, and if some are missing they are analysed once more, as by another
// tool whose results are kept for these packages alone.
func vet(ctx context.Context, gocmd goCommand, cfg Config, messages io.Writer) (*finding.Result, error) {
	result, err := vetOnce(ctx, gocmd, cfg, messages)
	if err != nil {
		return result, err
	}
	units, roots, err := unitsOf(ctx, gocmd, cfg)
	switch {
	case isExit(err) || err == nil && result.Units >= units:
		return result, nil
	case err != nil:
		return nil, err
	}
	gocmd.env = append(slices.Clip(gocmd.env), fmt.Sprintf("%s=%x", RootsEnv, sha256.Sum256([]byte(roots))))
	return vetOnce(ctx, gocmd, cfg, messages)
}

// RootsEnv is part of the identity of the tool: with another value it is another tool.
const RootsEnv = "RETRYLINT_ROOTS"

// unitsOf returns how many units go vet analyses for the patterns, and the packages by
// import path.
func unitsOf(ctx context.Context, gocmd goCommand, cfg Config) (units int, roots string, err error) {
	// A package and its tests are one unit, tests in a package of their own another.
	const format = `{{.ImportPath}}{{if or .GoFiles .CgoFiles .TestGoFiles}} 1{{end}}{{if .XTestGoFiles}} 1{{end}}`
	args := append([]string{"list", "-e", "-f", format}, cfg.buildFlags()...)
	args = append(args, "--")
	var stdout bytes.Buffer
	if err := gocmd.run(ctx, &stdout, io.Discard, append(args, cfg.Patterns...)...); err != nil {
		return 0, "", err
	}
	for line := range strings.Lines(stdout.String()) {
		units += len(strings.Fields(line)) - 1
	}
	return units, stdout.String(), nil
}

// vetOnce runs go vet once. It returns ErrIncomplete as vet does.
func vetOnce(ctx context.Context, gocmd goCommand, cfg Config, messages io.Writer) (*finding.Result, error) {
	// Findings have the path of the folder: with -trimpath, which GOFLAGS may hold, what go vet
	// keeps of a package would also be printed for another copy of it, with the paths of this.
	args := []string{"vet", "-trimpath=false", "-vettool=" + cfg.Tool, "-json", "-" + settings.Name + "." + settings.RecordsFlag}
	args = append(args, cfg.buildFlags()...)
	args = append(args, "--")
	stdout := trees{analysed: cfg.Analysed}
	runErr := gocmd.run(ctx, &stdout, messages, append(args, cfg.Patterns...)...)
	if runErr != nil && !isExit(runErr) {
		return nil, runErr
	}
	result, err := finding.Decode(&stdout.buffer)
	if err != nil {
		return nil, err
	}
	if runErr != nil {
		return result, ErrIncomplete
	}
	return result, nil
}

// trees keeps what go vet prints, one JSON tree for each package.
type trees struct {
	// buffer is no part of the type: what it has besides Write would be used instead.
	buffer   bytes.Buffer
	analysed func()
	// line is the beginning of the last line.
	line []byte
}

// Write implements [io.Writer].
func (t *trees) Write(p []byte) (int, error) {
	for _, c := range p {
		switch {
		case c != '\n':
			if len(t.line) < 3 {
				t.line = append(t.line, c)
			}
			continue
		case string(t.line) == "}" || string(t.line) == "{}":
			if t.analysed != nil {
				t.analysed()
			}
		}
		t.line = t.line[:0]
	}
	return t.buffer.Write(p)
}

// list returns the import paths of the packages that can be loaded; none if all
// can, or if the patterns cannot be resolved. What is wrong with the others, go
// vet has said.
func list(ctx context.Context, gocmd goCommand, cfg Config, messages io.Writer) ([]string, error) {
	args := append([]string{"list", "-e", "-json=ImportPath,Error,DepsErrors"}, cfg.buildFlags()...)
	args = append(args, "--")
	var stdout bytes.Buffer
	if err := gocmd.run(ctx, &stdout, messages, append(args, cfg.Patterns...)...); isExit(err) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}

	var loadable []string
	broken := false
	dec := json.NewDecoder(&stdout)
	for {
		var p struct {
			ImportPath string
			Error      json.RawMessage
			DepsErrors json.RawMessage
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("reading the output of go list: %w", err)
		}
		if p.Error == nil && p.DepsErrors == nil {
			loadable = append(loadable, p.ImportPath)
		} else {
			broken = true
		}
	}
	if !broken {
		return nil, nil
	}
	return loadable, nil
}

func (cfg Config) buildFlags() []string {
	if cfg.Tags == "" {
		return nil
	}
	return []string{"-tags=" + cfg.Tags}
}

// isExit reports whether err is that of a command that ran and failed.
func isExit(err error) bool {
	_, ok := errors.AsType[*exec.ExitError](err)
	return ok
}
