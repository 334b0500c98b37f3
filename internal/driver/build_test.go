package driver_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What is analysed is what is built for the system and the processor that the environment
// names.
func TestSystems(t *testing.T) {
	t.Parallel()
	dir := module(t, "-- a.go --\npackage a\n-- a_windows.go --\npackage a\n\nfunc BadWindows() {}\n-- a_plan9_arm.go --\npackage a\n\nfunc BadPlan9() {}\n"+
		"-- a_unix.go --\n//go:build unix\n\npackage a\n\nfunc BadUnix() {}\n-- a_windows_test.go --\npackage a\n\nfunc BadTest() {}\n")
	const (
		windows = "a_windows.go:3:6: function BadWindows is bad: (badfunc)\n"
		plan9   = "a_plan9_arm.go:3:6: function BadPlan9 is bad: (badfunc)\n"
		unix    = "a_unix.go:5:6: function BadUnix is bad: (badfunc)\n"
		inTest  = "a_windows_test.go:3:6: function BadTest is bad: (badfunc)\n"
	)
	for _, test := range []struct {
		env  []string
		args []string
		want string
	}{
		{[]string{"GOOS=linux"}, nil, unix},
		{[]string{"GOOS=darwin", "GOARCH=arm64"}, nil, unix},
		{[]string{"GOOS=windows", "GOARCH=amd64"}, nil, windows},
		{[]string{"GOOS=windows", "GOARCH=amd64"}, []string{"-tests"}, windows + inTest},
		{[]string{"GOOS=plan9", "GOARCH=arm"}, nil, plan9},
		{[]string{"GOFLAGS=-tags=none", "GOOS=plan9", "GOARCH=arm"}, nil, plan9},
	} {
		got := execute(t, dir, append([]string{tests, "CGO_ENABLED=0"}, test.env...), executable(t), append(test.args, "./...")...)
		assert.Equal(t, result{code: 3, stdout: test.want}, got, test.env)
	}
	got := execute(t, dir, []string{tests, "GOOS=nosuch"}, executable(t), "./...")
	assert.Equal(t, 1, got.code)
	assert.Contains(t, got.stderr, "unsupported GOOS/GOARCH pair nosuch/")
}

// What is vendored belongs to others; it is read, and what is found in it is not reported. It
// is there in the revision too.
func TestVendored(t *testing.T) {
	t.Parallel()
	dir := module(t, "-- go.mod --\nmodule example.com/m\n\ngo 1.26\n\nrequire example.org/lib v1.0.0\n"+
		"-- a.go --\npackage a\n\nimport \"example.org/lib\"\n\nfunc Bad() { lib.Bad() }\n"+
		"-- vendor/modules.txt --\n# example.org/lib v1.0.0\n## explicit; go 1.26\nexample.org/lib\n"+
		"-- vendor/example.org/lib/lib.go --\npackage lib\n\nfunc Bad() {}\n")
	const want = "a.go:5:6: function Bad is bad: (badfunc)\n"
	assert.Equal(t, result{code: 3, stdout: want}, runTests(t, dir, "./..."))
	commit(t, dir)
	assert.Equal(t, result{}, runTests(t, dir, "-since=HEAD", "./..."))
	require.NoError(t, os.Remove(filepath.Join(dir, "vendor", "example.org", "lib", "lib.go")))
	got := execute(t, dir, []string{tests, "GOPROXY=off"}, executable(t), "./...")
	assert.Equal(t, 1, got.code)
	assert.Contains(t, got.stderr, "example.org/lib")
}

// What is known of a library, and of its version, is known of it where it is vendored.
func TestVendoredLibrary(t *testing.T) {
	t.Parallel()
	dir := module(t, "-- go.mod --\nmodule example.com/m\n\ngo 1.26\n\nrequire github.com/redis/go-redis/v9 v9.7.0\n"+cache+
		"-- vendor/modules.txt --\n# github.com/redis/go-redis/v9 v9.7.0\n## explicit; go 1.18\ngithub.com/redis/go-redis/v9\n")
	require.NoError(t, os.CopyFS(filepath.Join(dir, "vendor", "github.com", "redis", "go-redis", "v9"), os.DirFS(filepath.FromSlash("../../testdata/stubs/go-redis"))))
	got := execute(t, dir, []string{realRules}, executable(t), "-rules=libdoubleretry", "./...")
	assert.Equal(t, result{code: 3, stdout: "cache.go:11:2: 3 attempts here × 4 in go-redis (default MaxRetries 3, v9.7.0) = up to 12: go-redis already retries (*redis.Client).Get; MaxRetries: -1 turns go-redis's off (libdoubleretry)\n"}, got)
}

// No program that a comment names is run, and no toolchain is downloaded.
func TestRunsNothingElse(t *testing.T) {
	t.Parallel()
	dir := module(t, "-- a.go --\npackage a\n\n//go:generate touch generated\n\nfunc Bad() {}\n-- a_test.go --\npackage a\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\n"+
		"func init() { os.WriteFile(\"tested\", nil, 0o666) }\n\nfunc TestMain(*testing.M) { os.WriteFile(\"tested\", nil, 0o666) }\n")
	commit(t, dir)
	// Every program that runs, but for what the go command runs by its own path, is found
	// here.
	root := t.TempDir()
	bin, log := filepath.Join(root, "bin"), filepath.Join(root, "log")
	require.NoError(t, os.Mkdir(bin, 0o777))
	for _, name := range []string{"go", "git"} {
		path, err := exec.LookPath(name)
		require.NoError(t, err)
		script := "#!/bin/sh\necho " + name + " \"$@\" GOTOOLCHAIN=$GOTOOLCHAIN GOPROXY=$GOPROXY >>'" + log + "'\n"
		if name == "go" {
			// The go command that it says is to be used is this one too.
			version, err := exec.CommandContext(t.Context(), path, "env", "GOVERSION").Output()
			require.NoError(t, err)
			script += "if [ \"$1\" = env ]; then echo '{\"GOROOT\": \"" + root + "\", \"GOVERSION\": \"" + strings.TrimSpace(string(version)) + "\"}'; exit; fi\nunset GOROOT\n"
		}
		require.NoError(t, os.WriteFile(filepath.Join(bin, name), []byte(script+"exec '"+path+"' \"$@\"\n"), 0o777))
	}
	before := tree(t, dir)
	got := execute(t, dir, []string{tests, "PATH=" + bin}, executable(t), "-since=HEAD", "./...")
	assert.Equal(t, result{}, got)
	assert.Equal(t, before, tree(t, dir))
	data, err := os.ReadFile(log)
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		switch {
		case words[0] == "git":
			assert.Regexp(t, `^git -c core\.hooksPath=\S+ -c core\.fsmonitor=false (rev-parse|worktree (add|remove|prune)) `, line)
		case words[1] == "env":
			// It asks which toolchain it would take, without a way to get it.
			assert.True(t, strings.Contains(line, "GOPROXY=off\n") || strings.Contains(line, "GOTOOLCHAIN=local "), line)
		default:
			assert.Contains(t, []string{"vet", "list"}, words[1], line)
			assert.Contains(t, line, "GOTOOLCHAIN=local ", line)
		}
	}
	assert.Contains(t, string(data), "go vet ")
	assert.Contains(t, string(data), "git ")
}

// A run that is interrupted says so, has another exit code than one that found something, and
// changes nothing.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	dir := module(t, shop+"-- .retrylint.yaml --\nlimits: {example.com/m.Order: 100}\n")
	for _, args := range [][]string{{"-format=json", "./..."}, {"-fix", "./..."}, {"baseline", "write", "./..."}, {"limits", "lower", "./..."}} {
		before := tree(t, dir)
		// With a cache of its own the analysis takes its time.
		cache := t.TempDir()
		var stdout, stderr strings.Builder
		cmd := exec.CommandContext(t.Context(), executable(t), args...)
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
		cmd.Env = append(os.Environ(), realRules, "GOCACHE="+cache)
		require.NoError(t, cmd.Start())
		require.Eventually(t, func() bool {
			entries, err := filepath.Glob(filepath.Join(cache, "*", "*-a"))
			return err == nil && len(entries) > 0
		}, 3*time.Minute, 10*time.Millisecond)
		require.NoError(t, cmd.Process.Signal(os.Interrupt))
		assert.Error(t, cmd.Wait())
		assert.Equal(t, 1, cmd.ProcessState.ExitCode(), args)
		assert.Empty(t, stdout.String(), args)
		assert.Equal(t, "retrylint: interrupted\n", stderr.String(), args)
		assert.Equal(t, before, tree(t, dir), args)
	}
}
