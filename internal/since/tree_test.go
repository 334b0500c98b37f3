package since_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/since"
)

// repository returns a new repository with one commit.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "sub"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "sub", "a.txt"), []byte("old"), 0o666))
	git(t, dir, "init", "-q")
	git(t, dir, "add", "-A")
	git(t, dir, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "base")
	return dir
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

func TestCheckout(t *testing.T) {
	dir := repository(t)
	// Hooks of the repository are not run, and neither is its monitor.
	hook := filepath.Join(dir, ".git", "hooks", "post-checkout")
	require.NoError(t, os.MkdirAll(filepath.Dir(hook), 0o777))
	require.NoError(t, os.WriteFile(hook, []byte("#!/bin/sh\ntouch '"+dir+"/ran'\n"), 0o777))
	git(t, dir, "config", "core.fsmonitor", hook)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "sub", "a.txt"), []byte("new"), 0o666))
	before := contents(t, filepath.Join(dir, ".git"))

	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	// As it is set in a hook.
	env := append(os.Environ(), "GIT_DIR=/nowhere", "GIT_INDEX_FILE=/nowhere/index", "GOWORK="+filepath.Join(dir, "go.work"))
	tree, err := since.Checkout(t.Context(), filepath.Join(dir, "sub"), env, "HEAD")
	require.NoError(t, err)
	data, err := os.ReadFile(filepath.Join(tree.Dir, "a.txt"))
	require.NoError(t, err)
	assert.Equal(t, "old", string(data))
	assert.NoFileExists(t, filepath.Join(dir, "ran"))
	assert.Contains(t, tree.Env, "GOWORK="+filepath.Join(tree.Root, "go.work"))
	assert.NotContains(t, tree.Env, "GIT_DIR=/nowhere")
	assert.True(t, tree.Has("."))
	assert.True(t, tree.Has("./..."))
	assert.True(t, tree.Has("../sub/..."))
	assert.True(t, tree.Has("example.com/m"))
	assert.False(t, tree.Has("./new/..."))

	require.NoError(t, tree.Close())
	assert.Empty(t, contents(t, temp))
	assert.Equal(t, before, contents(t, filepath.Join(dir, ".git")), "the repository is as it was")
	assert.Len(t, git(t, dir, "stash", "list"), 0)
}

// An interrupted run leaves nothing behind either.
func TestCheckoutInterrupted(t *testing.T) {
	dir := repository(t)
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	ctx, cancel := context.WithCancel(t.Context())
	tree, err := since.Checkout(ctx, dir, os.Environ(), "HEAD")
	require.NoError(t, err)
	cancel()
	require.NoError(t, tree.Close())
	assert.Empty(t, contents(t, temp))
	_, err = since.Checkout(ctx, dir, os.Environ(), "HEAD")
	assert.Error(t, err)
	assert.Empty(t, contents(t, temp))
}

func TestCheckoutErrors(t *testing.T) {
	dir := repository(t)
	for _, revision := range []string{"nosuch", "--all", "-h", "", "HEAD:sub", "a\nb"} {
		_, err := since.Checkout(t.Context(), dir, os.Environ(), revision)
		assert.IsType(t, new(since.RevisionError), err, "%q: %v", revision, err)
	}
	_, err := since.Checkout(t.Context(), t.TempDir(), os.Environ(), "HEAD")
	assert.IsType(t, new(since.RevisionError), err)
}

// contents returns the names of all below a directory.
func contents(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	require.NoError(t, filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		// A directory for working trees may stay, empty.
		if path != dir && filepath.Base(path) != "worktrees" {
			all = append(all, path)
		}
		return err
	}))
	return all
}
