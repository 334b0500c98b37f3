package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/corpus/source"
)

// real has loops that retrylint judges by what it knows of other packages: one of
// the same module and one of a vendored one.
var real = map[string]string{
	"go.mod":             "module example.com/m\n\ngo 1.26\n\nrequire example.com/lib v1.0.0\n",
	"vendor/modules.txt": "# example.com/lib v1.0.0\n## explicit; go 1.26\nexample.com/lib\n",
	"vendor/example.com/lib/lib.go": `package lib

import "time"

// Pause waits for some time.
func Pause(try int) { time.Sleep(time.Duration(try) * time.Second) }
`,
	"remote/remote.go": `package remote

import "net/http"

// Get asks a server.
func Get(url string) error {
	resp, err := http.Get(url)
	if err == nil {
		resp.Body.Close()
	}
	return err
}
`,
	"loops.go": `package m

import (
	"time"

	"example.com/lib"
	"example.com/m/remote"
)

func growing(url string) (err error) {
	for try := range 5 { // label:a
		if err = remote.Get(url); err == nil {
			return nil
		}
		lib.Pause(try)
	}
	return err
}

func constant(url string) (err error) {
	for range 5 { // label:b
		if err = remote.Get(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func again(url string) (err error) {
	for range 3 { // label:c
		if err = constant(url); err == nil {
			return nil
		}
	}
	return err
}
`,
	"loops_test.go": `package m

import "testing"

func TestConstant(t *testing.T) {
	for constant("http://localhost") != nil {
	}
}
`,
}

func TestSourceFindsWhatVetFinds(t *testing.T) {
	f := newFake(t, real)
	t.Setenv("CGO_ENABLED", "0")
	tool := filepath.Join(t.TempDir(), "retrylint")
	out, err := exec.Command("go", "build", "-o", tool, "github.com/retrylint/retrylint/cmd/retrylint").CombinedOutput()
	require.NoError(t, err, string(out))
	labels := []*label{
		f.label("a", "for", "retry", "nojitter=yes"),
		f.label("b", "for", "retry", "nojitter=yes"),
		f.label("c", "for", "retry", "nestedretry=yes"),
	}

	for _, all := range []bool{false, true} {
		vet := settings{checkouts: f.root, tool: tool, env: os.Environ()}
		if all {
			vet.toolArgs = []string{"-records", "-low"}
		}
		want := readRepository(t.Context(), vet, fakeRepo, labels)
		require.Empty(t, want.problems)
		require.NotEmpty(t, want.findings)

		store, err := source.NewStore(t.TempDir(), false)
		require.NoError(t, err)
		suite, err := source.NewSuite(store, all, all)
		require.NoError(t, err)
		// The second run has the facts of the first.
		for range 2 {
			got := readRepository(t.Context(), settings{checkouts: f.root, env: os.Environ(), suite: suite}, fakeRepo, labels)
			require.Empty(t, got.problems)
			assert.Equal(t, want.findings, got.findings)
			assert.Equal(t, want.sites, got.sites)
			assert.Equal(t, all, len(got.sites) > 0)
		}
	}
	f.untouched()
}

func TestSourceThroughCommand(t *testing.T) {
	f := newFake(t, real)
	labels := []*label{f.label("b", "for", "retry", "nojitter=yes")}
	profile := filepath.Join(t.TempDir(), "cpu")

	code, stdout, stderr := f.runWithout(labels, "-source", "-facts", filepath.Join(t.TempDir(), "facts"), "-refresh",
		"-only", "thing", "-rule", "nojitter", "-sites", "-low", "-cpuprofile", profile)
	require.Equal(t, exitDone, code, stderr)
	assert.Regexp(t, `someone/thing +1 +0 +0 `, stdout)
	assert.Contains(t, stdout, "agreement")
	assert.FileExists(t, profile)

	code, _, stderr = f.runWithout(labels, "-source", "-only", "other")
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, stderr, `no labels for a repository with "other" in its name`)

	for _, wrong := range [][]string{
		{},
		{"-source", "-retrylint", f.tool},
		{"-source", "--", "-rules=nojitter"},
		{"-retrylint", f.tool, "-facts", "dir"},
		{"-source", "-refresh"},
	} {
		code, _, _ := f.runWithout(labels, wrong...)
		assert.Equal(t, exitUsage, code, "%v", wrong)
	}
}
