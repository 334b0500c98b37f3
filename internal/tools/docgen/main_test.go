package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const root = "../../.."

func TestPagesAreInStep(t *testing.T) {
	want := pages()
	require.NotEmpty(t, want)
	for name, page := range want {
		got, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err, "run go generate in the root of the module")
		assert.Equal(t, page, string(got), "%s is out of step; run go generate in the root of the module", name)
	}
	files, err := filepath.Glob(filepath.Join(root, "docs", "rules", "*.md"))
	require.NoError(t, err)
	assert.Len(t, files, len(want), "docs/rules has a page of a rule that is gone")
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, write(dir))
	for name, page := range pages() {
		got, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equal(t, page, string(got))
	}
}
