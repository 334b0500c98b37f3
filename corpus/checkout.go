package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// findCheckout returns the folder of a repository's checkout and the commit it
// is at.
func findCheckout(ctx context.Context, root, repo string) (dir, head string, err error) {
	for _, name := range []string{strings.ReplaceAll(repo, "/", "+"), filepath.FromSlash(repo)} {
		dir, err := filepath.Abs(filepath.Join(root, name))
		if err != nil {
			return "", "", err
		}
		// The go command reports files by their real paths.
		dir, err = filepath.EvalSymlinks(dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", "", err
		}
		head, err := output(ctx, dir, nil, "git", "rev-parse", "HEAD")
		return dir, strings.TrimSpace(head), err
	}
	return "", "", errors.New("there is no checkout")
}

// moduleDir returns the folder of the nearest go.mod at or above a folder,
// within a checkout.
func moduleDir(checkout, dir string) (string, error) {
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "go.mod")); err == nil {
			return d, nil
		}
		if d == checkout {
			return "", errors.New("no go.mod at or above the file")
		}
	}
}

// moduleEnv returns the environment for running the go command in a module.
// It is the caller's, save where the go command would refuse it: a module that
// the enclosing go.work does not use is read without it, and in a workspace
// -mod=mod is not allowed.
func moduleEnv(ctx context.Context, dir string, env []string) ([]string, error) {
	out, err := output(ctx, dir, env, "go", "env", "-json", "GOWORK", "GOFLAGS")
	if err != nil {
		return nil, err
	}
	var settings struct{ GOWORK, GOFLAGS string }
	if err := json.Unmarshal([]byte(out), &settings); err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	if settings.GOWORK == "" || settings.GOWORK == "off" {
		return env, nil
	}
	flags := strings.Fields(settings.GOFLAGS)
	flags = slices.DeleteFunc(flags, func(f string) bool { return f == "-mod=mod" })
	workspace := append(slices.Clone(env), "GOFLAGS="+strings.Join(flags, " "))
	out, err = output(ctx, dir, workspace, "go", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return nil, err
	}
	if slices.Contains(strings.Split(strings.TrimSpace(out), "\n"), dir) {
		return workspace, nil
	}
	return append(slices.Clone(env), "GOWORK=off"), nil
}

// commandIn prepares a command that runs in a directory. The caller's PWD must not
// reach it: where that leads to the same directory by another way, through a link,
// the go command would name all files by that way, and none would be a labelled one.
func commandIn(ctx context.Context, dir string, env []string, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(slices.Clip(env), "PWD="+dir)
	return cmd
}

func output(ctx context.Context, dir string, env []string, name string, args ...string) (string, error) {
	out, err := commandIn(ctx, dir, env, name, args...).Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		err = fmt.Errorf("%w: %s", err, strings.TrimSpace(string(exit.Stderr)))
	}
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return string(out), nil
}
