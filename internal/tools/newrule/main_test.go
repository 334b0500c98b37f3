package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A new rule passes its own test and those that hold all rules to the conventions.
func TestCreate(t *testing.T) {
	root := checkout(t)
	require.NoError(t, create(root, "freshrule"))
	for _, args := range [][]string{
		{"generate", "."},
		{"vet", ".", "./analyzers/freshrule"},
		{"test", "./analyzers/freshrule", "./internal/rulename", "./internal/rulepage", "./internal/tools/docgen", "./internal/conventions"},
	} {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = root
		output, err := cmd.CombinedOutput()
		require.NoError(t, err, "go %v: %s", args, output)
	}
	assert.FileExists(t, filepath.Join(root, "docs", "rules", "freshrule.md"))
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	assert.Contains(t, string(readme), "freshrule")

	assert.EqualError(t, create(root, "freshrule"), "analyzers/freshrule/doc.go is there already")
}

func TestRefused(t *testing.T) {
	root := t.TempDir()
	assert.EqualError(t, create(root, "nojitter"), "there is a rule nojitter")
	assert.EqualError(t, create(root, "No-Jitter"), `"No-Jitter" is no name for a rule: lower-case letters and digits`)
	entries, err := os.ReadDir(root)
	require.NoError(t, err)
	assert.Empty(t, entries)
}

// checkout returns a copy of the repository without its history.
func checkout(t *testing.T) string {
	t.Helper()
	from, to := filepath.Join("..", "..", ".."), t.TempDir()
	entries, err := os.ReadDir(from)
	require.NoError(t, err)
	for _, e := range entries {
		path := filepath.Join(from, e.Name())
		switch {
		case e.Name() == ".git":
		case e.IsDir():
			require.NoError(t, os.CopyFS(filepath.Join(to, e.Name()), os.DirFS(path)))
		default:
			content, err := os.ReadFile(path)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(to, e.Name()), content, fs.FileMode(0o666)))
		}
	}
	return to
}
