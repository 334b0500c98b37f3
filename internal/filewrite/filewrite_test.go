package filewrite_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/filewrite"
)

func TestAll(t *testing.T) {
	dir := t.TempDir()
	old, link, fresh := filepath.Join(dir, "old"), filepath.Join(dir, "link"), filepath.Join(dir, "new")
	require.NoError(t, os.WriteFile(old, []byte("old"), 0o640))
	require.NoError(t, os.Symlink("old", link))
	require.NoError(t, filewrite.All([]filewrite.File{{link, []byte("changed")}, {fresh, []byte("new")}}))
	assert.Equal(t, map[string]string{"old": "changed", "link": "changed", "new": "new"}, contents(t, dir))
	info, err := os.Lstat(link)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink)
	info, err = os.Stat(old)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o640), info.Mode().Perm())
}

// Where one cannot be written, none is.
func TestNothingHalf(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a"), []byte("old"), 0o666))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "sub"), 0o777))
	for _, bad := range []string{filepath.Join(dir, "nosuch", "b"), filepath.Join(dir, "sub")} {
		err := filewrite.All([]filewrite.File{{filepath.Join(dir, "a"), []byte("new")}, {bad, []byte("new")}})
		assert.ErrorContains(t, err, bad)
		assert.Equal(t, map[string]string{"a": "old"}, contents(t, dir))
	}
}

// contents returns what the files of a directory hold, by name.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	all := make(map[string]string)
	for _, e := range entries {
		if !e.IsDir() {
			data, err := os.ReadFile(filepath.Join(dir, e.Name()))
			require.NoError(t, err)
			all[e.Name()] = string(data)
		}
	}
	return all
}
