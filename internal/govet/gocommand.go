package govet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// minVersion is the first version of the go command whose vet prints findings
// to standard output and keeps them in the build cache.
const minVersion = "go1.26"

// goCommand is the go command that fits the module to analyse.
type goCommand struct {
	path string
	dir  string
	env  []string
}

// findGo returns the go command to use in dir.
//
// The go command switches to the toolchain that go.mod and GOTOOLCHAIN ask for,
// and downloads it if need be. An analysis should not install a toolchain, so it
// is asked with the module proxy off which one it takes. If that one is in PATH
// or was downloaded before, it is used; otherwise the local one, which says
// itself when it is too old for the module.
func findGo(ctx context.Context, dir string, env []string) (goCommand, error) {
	path, err := exec.LookPath("go")
	if err != nil {
		return goCommand{}, fmt.Errorf("the go command is needed: %w", err)
	}
	probe := goCommand{path, dir, append(env[:len(env):len(env)], "GOPROXY=off", "GONOPROXY=none")}
	found, err := probe.variables(ctx)
	local := append(env[:len(env):len(env)], "GOTOOLCHAIN=local")
	if isExit(err) {
		probe.env = local
		found, err = probe.variables(ctx)
	}
	if err != nil {
		return goCommand{}, fmt.Errorf("asking the go command for its version: %w", err)
	}
	if version.IsValid(found.GOVERSION) && version.Compare(found.GOVERSION, minVersion) < 0 {
		return goCommand{}, fmt.Errorf("the go command is %s, and %s or later is needed", found.GOVERSION, minVersion)
	}
	selected := filepath.Join(found.GOROOT, "bin", filepath.Base(path))
	if _, err := os.Stat(selected); err != nil {
		return goCommand{path, dir, local}, nil
	}
	return goCommand{selected, dir, append(local, "GOROOT="+found.GOROOT)}, nil
}

type goVariables struct{ GOROOT, GOVERSION string }

func (g goCommand) variables(ctx context.Context) (goVariables, error) {
	var stdout, stderr bytes.Buffer
	var v goVariables
	if err := g.run(ctx, &stdout, &stderr, "env", "-json", "GOROOT", "GOVERSION"); err != nil {
		return v, fmt.Errorf("%w: %s", err, bytes.TrimSpace(stderr.Bytes()))
	}
	return v, json.Unmarshal(stdout.Bytes(), &v)
}

// run runs the go command. An error for which isExit holds means that the
// command has said on stderr what is wrong.
func (g goCommand) run(ctx context.Context, stdout, stderr io.Writer, args ...string) error {
	cmd := exec.CommandContext(ctx, g.path, args...)
	cmd.Dir = g.dir
	// Without it, a directory that was named through a link has another name in findings.
	cmd.Env = append(g.env[:len(g.env):len(g.env)], "PWD="+g.dir)
	cmd.Stdout = stdout
	cmd.Stderr = stderr
	// The go command removes its temporary files when it is interrupted.
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	err := cmd.Run()
	if cause := context.Cause(ctx); cause != nil {
		return errors.New("interrupted")
	}
	return err
}
