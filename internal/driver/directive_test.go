package driver_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/record"
)

// ignores has a loop whose finding is ignored, one whose ignore is on another line,
// and an ignore in a package without loops.
const ignores = `
-- a/a.go --
package a

import (
	"net/http"
	"time"
)

func Used(url string) (*http.Response, error) {
	//retrylint:ignore nojitter there is one client
	for range 4 {
		if resp, err := http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, nil
}

func Unused(url string) (*http.Response, error) {
	for range 4 {
		if resp, err := http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second) //retrylint:ignore nojitter here is no finding
	}
	return nil, nil
}
-- b/b.go --
package b

//retrylint:ignore nojitter nothing here
func F() {}
-- b/b_test.go --
package b

//retrylint:ignore nojitter nothing here either
func f() {}
`

const (
	reported = `a/a.go:20:2: retries http.Get after a constant 1s, 4 attempts: clients that fail together come back together; draw each wait at random between 0 and 1s (nojitter)` + "\n"
	unusedA  = `a/a.go:24:27: ignores nojitter ("here is no finding"), and there is no such finding: it would hide the next one; remove it (baddirective)` + "\n"
	unusedB  = `b/b.go:3:1: ignores nojitter ("nothing here"), and there is no such finding: it would hide the next one; remove it (baddirective)` + "\n"
	unusedC  = `b/b_test.go:3:1: ignores nojitter ("nothing here either"), and there is no such finding: it would hide the next one; remove it (baddirective)` + "\n"
)

// An ignore that silences nothing is reported when all packages of the module were
// analysed, and only then.
func TestUnusedIgnores(t *testing.T) {
	t.Parallel()
	dir := module(t, ignores)
	for _, test := range []struct {
		dir  string
		args []string
		want string
	}{
		{"", []string{"./..."}, reported + unusedA + unusedB},
		{"", []string{"-tests", "./..."}, reported + unusedA + unusedB + unusedC},
		{"", []string{"./a", "example.com/m/b"}, reported + unusedA + unusedB},
		{"", []string{"-rules=nojitter", "./..."}, reported},
		{"", []string{"-rules=baddirective", "./..."}, unusedA + unusedB},
		{"", []string{"./a"}, reported},
		{"a", []string{"./..."}, strings.ReplaceAll(reported, "a/a.go", "a.go")},
	} {
		got := execute(t, filepath.Join(dir, test.dir), []string{realRules}, executable(t), test.args...)
		assert.Equal(t, result{code: 3, stdout: test.want}, got, "%s %v", test.dir, test.args)
	}

	// go vet analyses one package after the other, and nobody sees all of them.
	vet := execute(t, dir, []string{realRules}, "go", "vet", "-vettool="+executable(t), "./...")
	assert.Equal(t, 1, vet.code)
	assert.Contains(t, vet.stderr, "a/a.go:20:2: retries http.Get")
	assert.NotContains(t, vet.stderr, "a/a.go:10")
	assert.NotContains(t, vet.stderr, "ignores nojitter")

	// Where something was not analysed, a finding may be missing.
	require.NoError(t, os.WriteFile(filepath.Join(dir, "b", "broken.go"), []byte("package b\n\nvar x undefined\n"), 0o666))
	got := execute(t, dir, []string{realRules}, executable(t), "./...")
	assert.Equal(t, 1, got.code)
	assert.Equal(t, reported, got.stdout)
}

// An ignore at a site is used if it silences a chain that begins in another package.
func TestIgnoreFurtherDown(t *testing.T) {
	t.Parallel()
	dir := module(t, `
-- store/store.go --
package store

import "net/http"

func Get(url string) (resp *http.Response, err error) {
	for range 4 { //retrylint:ignore nestedretry the server is on this machine
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

func Once(url string) (resp *http.Response, err error) {
	for range 4 { //retrylint:ignore nestedretry nobody else retries
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
	}
	return nil, err
}
-- user/user.go --
package user

import (
	"net/http"

	"example.com/m/store"
)

func Get(url string) (resp *http.Response, err error) {
	for range 4 {
		if resp, err = store.Get(url); err == nil {
			return resp, nil
		}
	}
	return nil, err
}
`)
	const unused = `store/store.go:15:16: ignores nestedretry ("nobody else retries"), and there is no such finding: it would hide the next one; remove it (baddirective)` + "\n"
	got := execute(t, dir, []string{realRules}, executable(t), "-rules=nestedretry,baddirective", "./...")
	assert.Equal(t, result{code: 3, stdout: unused}, got)
}

// Other modules of a workspace do not matter for the ignores of one.
func TestUnusedIgnoresInWorkspace(t *testing.T) {
	t.Parallel()
	dir := module(t, "-- go.work --\ngo 1.26\n\nuse (\n\t./one\n\t./two\n)\n"+
		"-- one/go.mod --\nmodule example.com/one\n\ngo 1.26\n"+
		"-- one/a.go --\npackage one\n\n//retrylint:ignore nojitter nothing here\nfunc F() {}\n"+
		"-- two/go.mod --\nmodule example.com/two\n\ngo 1.26\n"+
		"-- two/a.go --\npackage two\n\n//retrylint:ignore nojitter nothing here\nfunc F() {}\n"+
		"-- two/b/b.go --\npackage b\n")
	const message = `ignores nojitter ("nothing here"), and there is no such finding: it would hide the next one; remove it (baddirective)` + "\n"
	got := execute(t, dir, []string{realRules}, executable(t), "./one/...", "./two")
	assert.Equal(t, result{code: 3, stdout: "one/a.go:3:1: " + message}, got)
	got = execute(t, dir, []string{realRules}, executable(t), "./one/...", "./two/...")
	assert.Equal(t, result{code: 3, stdout: "one/a.go:3:1: " + message + "two/a.go:3:1: " + message}, got)
}

// A directive that cannot be obeyed is reported by the command and by go vet.
func TestBadDirective(t *testing.T) {
	t.Parallel()
	dir := module(t, "-- a.go --\npackage a\n\n//retrylint:ignore nojiter there is one client\nfunc F() {}\n")
	const want = `a.go:3:1: unknown rule "nojiter", did you mean "nojitter"?`
	got := execute(t, dir, []string{realRules}, executable(t))
	assert.Equal(t, result{code: 3, stdout: want + " (baddirective)\n"}, got)
	vet := execute(t, dir, []string{realRules}, "go", "vet", "-vettool="+executable(t))
	assert.Equal(t, 1, vet.code)
	assert.Contains(t, vet.stderr, want+"\n")
}

// The record of a finding names the directive that silences it.
func TestIgnoredRecords(t *testing.T) {
	t.Parallel()
	dir := module(t, ignores)
	ignored := func(args ...string) []record.Ignore {
		got := execute(t, dir, []string{realRules}, executable(t), args...)
		require.Equal(t, 0, got.code, got.stderr)
		var tree map[string]map[string][]struct {
			Record *struct {
				Ignored *record.Ignore `json:"ignored"`
			} `json:"record"`
		}
		require.NoError(t, json.Unmarshal([]byte(got.stdout), &tree))
		var all []record.Ignore
		for _, analyzers := range tree {
			for _, d := range analyzers["nojitter"] {
				if d.Record != nil && d.Record.Ignored != nil {
					all = append(all, *d.Record.Ignored)
				}
			}
		}
		return all
	}
	explained := execute(t, dir, []string{realRules}, executable(t), "explain", "a/a.go:10")
	assert.Equal(t, 0, explained.code)
	assert.Contains(t, explained.stdout, "\na/a.go:10: nojitter is ignored: there is one client (a.go:9)\n")
	explained = execute(t, dir, []string{realRules}, executable(t), "explain", "a/a.go:20")
	assert.NotContains(t, explained.stdout, "is ignored")

	assert.Empty(t, ignored("-json", "./..."))
	assert.Equal(t, []record.Ignore{
		{Rule: "nojitter", Reason: "there is one client", Package: "example.com/m/a", File: "a.go", Line: 9},
	}, ignored("-json", "-records", "./..."))
}
