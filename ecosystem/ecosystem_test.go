package ecosystem

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write what is found to the folder expected")

// modules are the modules to analyse, with the files below expected.
var modules = map[string]string{
	"github.com/lib/pq":            "pq.txt",
	"github.com/minio/minio-go/v7": "minio-go.txt",
	"github.com/redis/go-redis/v9": "go-redis.txt",
}

// What is found in the modules is what stands in expected, the first time and when
// go vet answers from its cache; and nothing fails.
func TestModules(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "retrylint")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", tool, "./cmd/retrylint")
	build.Dir = ".."
	output, err := build.CombinedOutput()
	require.NoError(t, err, "%s", output)

	for module, file := range modules {
		t.Run(module, func(t *testing.T) {
			dir := checkout(t, module)
			expected := filepath.Join("expected", file)
			if *update {
				require.NoError(t, os.WriteFile(expected, []byte(findings(t, tool, dir)), 0o666))
			}
			want, err := os.ReadFile(expected)
			require.NoError(t, err)
			assert.Equal(t, string(want), findings(t, tool, dir))
			assert.Equal(t, string(want), findings(t, tool, dir), "the second time")
		})
	}
}

// checkout copies a module to a directory of its own, where it is the main module.
// Its tests are left out: they need modules that it does not.
func checkout(t *testing.T, module string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "mod", "download", "-json", module)
	stdout, err := cmd.Output()
	require.NoError(t, err, "%s", stdout)
	var downloaded struct{ Dir string }
	require.NoError(t, json.Unmarshal(stdout, &downloaded))
	dir := filepath.Join(t.TempDir(), path.Base(module))
	require.NoError(t, os.CopyFS(dir, os.DirFS(downloaded.Dir)))
	require.NoError(t, filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, "_test.go") {
			return os.Remove(name)
		}
		return err
	}))
	// What is missing is downloaded now: the tool would say so.
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "./...")
	list.Dir = dir
	output, err := list.CombinedOutput()
	require.NoError(t, err, "%s", output)
	return dir
}

// findings runs the tool on all packages below dir and returns what it prints.
func findings(t *testing.T, tool, dir string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), tool, "-low", "-generated", "-C", dir, "./...")
	cmd.Stdout = &stdout
	cmd.Stderr = &stderr
	err := cmd.Run()
	// 0 is nothing found, 3 is findings; what fails is 1 and says why.
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 3 {
		require.NoError(t, err, "%s", &stderr)
	}
	require.Empty(t, stderr.String())
	return stdout.String()
}
