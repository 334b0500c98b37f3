package ruletest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// WriteFile writes a file of a program below dir, given its name with slashes.
func WriteFile(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}

// Execute builds the command in dir and runs it.
func Execute(t *testing.T, dir string, args ...string) {
	t.Helper()
	bin := filepath.Join(dir, "program")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", bin, ".")
	build.Dir = dir
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	out, err = exec.CommandContext(t.Context(), bin, args...).CombinedOutput()
	require.NoError(t, err, string(out))
}
