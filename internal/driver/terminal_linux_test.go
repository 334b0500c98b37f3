package driver_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// terminal returns both ends of a new terminal.
func terminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = master.Close() })
	control := func(request uintptr, n *int32) {
		_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, master.Fd(), request, uintptr(unsafe.Pointer(n)))
		require.Zero(t, errno)
	}
	var unlock, number int32
	control(syscall.TIOCSPTLCK, &unlock)
	control(syscall.TIOCGPTN, &number)
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	return master, slave
}

// onTerminal runs the command on a terminal and returns what that gets to see.
func onTerminal(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	master, slave := terminal(t)
	cmd := exec.CommandContext(t.Context(), executable(t), args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, slave, slave
	cmd.Env = append(os.Environ(), append([]string{tests, "NO_COLOR=", "TERM=xterm"}, env...)...)
	require.NoError(t, cmd.Start())
	require.NoError(t, slave.Close())
	// When nobody writes any more, reading fails on Linux.
	seen, _ := io.ReadAll(master)
	_ = cmd.Wait()
	return string(seen)
}

// A terminal gets colours, unless it does not want any, and obeys nothing that the source says.
func TestTerminal(t *testing.T) {
	t.Parallel()
	dir := module(t, "-- a.go --\npackage a\n\n// \x1b]0;title\x07\nfunc Bad() {} // \x1b[2J\n")
	colored := onTerminal(t, dir, nil, "./...")
	assert.Contains(t, colored, "\x1b[1ma.go\x1b[0m")
	assert.NotContains(t, colored, "\x1b[2J")
	assert.NotContains(t, colored, "\x1b]")
	for _, env := range []string{"NO_COLOR=1", "TERM=dumb"} {
		assert.NotContains(t, onTerminal(t, dir, []string{env}, "./..."), "\x1b[1m", env)
	}
	for _, format := range []string{"line", "json", "sarif", "github", "gitlab", "checkstyle"} {
		assert.NotContains(t, onTerminal(t, dir, nil, "-format="+format, "./..."), "\x1b", format)
	}
	diff := onTerminal(t, dir, nil, "-diff", "./...")
	assert.Contains(t, diff, "+func Good() {} // \\x1b[2J")
	assert.NotContains(t, diff, "\x1b")
	// What is no terminal gets the diff as git wants it.
	got := runTests(t, dir, "-diff", "./...")
	assert.Contains(t, got.stdout, "+func Good() {} // \x1b[2J")
}
