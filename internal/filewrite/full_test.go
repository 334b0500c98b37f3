//go:build unix

package filewrite_test

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/filewrite"
)

// fullEnv makes the test executable write two files where there is room for one.
const fullEnv = "RETRYLINT_TEST_FULL"

func TestMain(m *testing.M) {
	dir := os.Getenv(fullEnv)
	if dir == "" {
		os.Exit(m.Run())
	}
	// A file may not grow beyond this, as on a disk without room.
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 1 << 10, Max: 1 << 10}); err != nil {
		fmt.Println("setting the limit:", err)
		os.Exit(1)
	}
	fmt.Print(filewrite.All([]filewrite.File{
		{filepath.Join(dir, "a"), []byte("new")},
		{filepath.Join(dir, "b"), []byte(strings.Repeat("x", 1<<20))},
		{filepath.Join(dir, "c"), []byte("new")},
	}))
}

// Where there is no room for all files, all stay as they are, and nothing is left behind.
func TestNoRoom(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("old"), 0o666))
	}
	exe, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Env = append(os.Environ(), fullEnv+"="+dir)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Equal(t, "write "+filepath.Join(dir, "b")+": file too large", string(out))
	assert.Equal(t, map[string]string{"a": "old", "b": "old"}, contents(t, dir))
}

// Nothing is written into a directory that is read only, whatever the file in it allows.
func TestReadOnlyDirectory(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a"), []byte("old"), 0o666))
	require.NoError(t, os.Chmod(dir, 0o555))
	t.Cleanup(func() { _ = os.Chmod(dir, 0o777) })
	err := filewrite.All([]filewrite.File{{filepath.Join(dir, "a"), []byte("new")}})
	assert.EqualError(t, err, "write "+filepath.Join(dir, "a")+": permission denied")
	assert.Equal(t, map[string]string{"a": "old"}, contents(t, dir))
}
