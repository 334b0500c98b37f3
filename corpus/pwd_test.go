package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The caller may stand in a checkout that it came to through a link.
func TestCommandInIgnoresCallersPWD(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(dir, link))

	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/m\n"), 0o600))
	out, err := output(t.Context(), dir, append(os.Environ(), "PWD="+link), "go", "env", "GOMOD")
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(dir, "go.mod")+"\n", out)
}
