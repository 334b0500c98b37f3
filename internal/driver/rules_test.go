package driver_test

import (
	"bytes"
	"fmt"
	"go/format"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retrylint/retrylint"
	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/govet"
	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/settings"
)

// storm retries over the network, in a package, in another that calls it and in
// a test.
const storm = `
-- inner/inner.go --
package inner

import (
	"net/http"
	"time"
)

func Load(url string) (*http.Response, error) {
	var last error
	for range 4 {
		resp, err := http.Get(url)
		if err == nil {
			return resp, nil
		}
		last = err
		time.Sleep(2 * time.Second)
	}
	return nil, last
}
-- inner/inner_test.go --
package inner

import "testing"

func TestLoad(t *testing.T) {
	for range 3 {
		if _, err := Load("http://localhost:1"); err == nil {
			return
		}
	}
}
-- outer/outer.go --
package outer

import "example.com/m/inner"

func Load(url string) {
	for {
		if _, err := inner.Load(url); err == nil {
			return
		}
	}
}
`

// A known bad program fails through the command and through go vet.
func TestRulesEndToEnd(t *testing.T) {
	t.Parallel()
	dir := module(t, storm)
	got := execute(t, dir, []string{realRules}, executable(t), "./...")
	assert.Equal(t, 3, got.code)
	assert.Empty(t, got.stderr)
	assert.Regexp(t, `(?m)^inner/inner\.go:10:2: .*http\.Get.* \(nojitter\)$`, got.stdout)

	vet := execute(t, dir, []string{realRules}, "go", "vet", "-vettool="+executable(t), "./...")
	assert.Equal(t, 1, vet.code)
	assert.Regexp(t, `(?m)^inner/inner\.go:10:2: .*http\.Get`, vet.stderr)

	explained := execute(t, dir, []string{realRules}, executable(t), "explain", "nojitter")
	assert.Equal(t, 0, explained.code)
	assert.Contains(t, explained.stdout, "\n# What it reports\n")
}

// The example's fixes, applied by go vet, leave the findings that have none; to
// apply them again changes nothing.
func TestFixesThroughGoVet(t *testing.T) {
	t.Parallel()
	dir := module(t, "-- go.mod --\nmodule github.com/retrylint/retrylint\n\ngo 1.26\n")
	example := filepath.Join("examples", "storm")
	require.NoError(t, os.CopyFS(filepath.Join(dir, example), os.DirFS(filepath.Join("..", "..", example))))
	fix := func() {
		vet := execute(t, dir, []string{realRules}, "go", "vet", "-vettool="+executable(t), "-fix", "./...")
		require.Equal(t, 0, vet.code, vet.stderr)
	}
	files := func() map[string]string {
		contents := make(map[string]string)
		for _, name := range []string{"gateway/gateway.go", "gateway/order.go", "orders/orders.go", "orders/prices.go"} {
			data, err := os.ReadFile(filepath.Join(dir, example, name))
			require.NoError(t, err)
			formatted, err := format.Source(data)
			require.NoError(t, err)
			assert.Equal(t, string(formatted), string(data), name)
			contents[name] = string(data)
		}
		return contents
	}

	fix()
	once := files()
	assert.Contains(t, once["gateway/gateway.go"], "case <-time.After(rand.N(time.Second)):")
	assert.Contains(t, once["gateway/order.go"], "time.Sleep(time.Duration(rand.Float64() * float64(delay)))")
	build := execute(t, dir, nil, "go", "build", "./...")
	assert.Equal(t, 0, build.code, build.stderr)
	left := execute(t, dir, []string{realRules}, executable(t), "./...")
	assert.Equal(t, 3, left.code)
	for line := range strings.Lines(left.stdout) {
		assert.Regexp(t, `with no wait in between|with a timeout of its own|\((retry4xx|nestedretry)\)$`, strings.TrimSpace(line))
	}
	fix()
	assert.Equal(t, once, files())
}

// withFacts holds the cases of the rules in which packages depend on facts of
// others, and storm, as one module.
func withFacts(t *testing.T) string {
	t.Helper()
	const name = "nojitter"
	dir := module(t, "-- go.mod --\nmodule "+name+"\n\ngo 1.26\n"+strings.ReplaceAll(storm, "example.com/m", name))
	cases := filepath.Join("..", "..", "testdata", "src", name)
	inner, err := filepath.Glob(filepath.Join(cases, "*", "*", "*.go"))
	require.NoError(t, err)
	require.NotEmpty(t, inner)
	for _, file := range inner {
		rel, err := filepath.Rel(cases, filepath.Dir(filepath.Dir(file)))
		require.NoError(t, err)
		if _, err := os.Stat(filepath.Join(dir, rel)); err == nil {
			continue
		}
		require.NoError(t, os.CopyFS(filepath.Join(dir, rel), os.DirFS(filepath.Join(cases, rel))))
	}
	return dir
}

// The records are the same whether go vet runs the analyzers package by package,
// for the first time or with results in its cache, or all packages are loaded from
// source and analysed in this process.
func TestRulesInProcess(t *testing.T) {
	for name, dir := range map[string]string{
		"cases":   withFacts(t),
		"example": filepath.Join("..", "..", "examples", "storm"),
	} {
		t.Run(name, func(t *testing.T) {
			dir, err := filepath.Abs(dir)
			require.NoError(t, err)
			want := loaded(t, dir, nil)
			require.Greater(t, len(want), 3)
			tool := uniqueTool(t)
			assert.Equal(t, want, vetted(t, dir, tool), "cold")
			assert.Equal(t, want, vetted(t, dir, tool), "warm")
		})
	}
}

// So they are with settings and directives, and those of a dependency count where its
// packages are imported.
func TestSettingsInProcess(t *testing.T) {
	dir := module(t, "-- go.mod --\nmodule example.com/m\n\ngo 1.26\n\nrequire example.com/dep v1.0.0\n\nreplace example.com/dep v1.0.0 => ./dep\n"+unseen+`
-- user/dep.go --
package user

import "example.com/dep"

func Do() (err error) {
	for range 3 {
		if err = dep.Do(); err == nil {
			return nil
		}
	}
	//retrylint:ignore nojitter an example
	for range 4 {
		if err = dep.Do(); err == nil {
			return nil
		}
	}
	return err
}
-- dep/go.mod --
module example.com/dep

go 1.26
-- dep/dep.go --
package dep

//retrylint:remote
func Do() error { return nil }
`)
	file, err := settings.Parse(filepath.Join(dir, settings.FileName), settings.FileName, []byte(remoteStore))
	require.NoError(t, err)
	setSettings(t, dir, remoteStore)
	want := loaded(t, dir, file)
	var found []string
	for _, r := range want {
		if r.Rule == "nojitter" {
			found = append(found, fmt.Sprintf("%s:%d %s %t", filepath.Base(r.Position.File), r.Position.Line, r.Operation.ID, r.Ignored != nil))
		}
	}
	assert.Equal(t, []string{"dep.go:6 example.com/dep.Do false", "dep.go:12 example.com/dep.Do true", "user.go:6 (example.com/m/store.Store).Load false"}, found)
	tool := uniqueTool(t)
	assert.Equal(t, want, vetted(t, dir, tool), "cold")
	assert.Equal(t, want, vetted(t, dir, tool), "warm")
}

// loaded returns what is found when all packages are loaded from source, with settings
// if there are some.
func loaded(t *testing.T, dir string, file *settings.File) []record.Record {
	t.Helper()
	if file != nil {
		before := settings.Analyzer.Run
		settings.Analyzer.Run = settings.Reading(func(*analysis.Pass) *settings.File { return file })
		defer func() { settings.Analyzer.Run = before }()
	}
	require.NoError(t, settings.Analyzer.Flags.Set(settings.RecordsFlag, "true"))
	defer func() { assert.NoError(t, settings.Analyzer.Flags.Set(settings.RecordsFlag, "false")) }()
	pkgs, err := packages.Load(&packages.Config{
		Mode:  packages.LoadAllSyntax | packages.NeedModule,
		Dir:   dir,
		Tests: true,
	}, "./...")
	require.NoError(t, err)
	require.Zero(t, packages.PrintErrors(pkgs))
	graph, err := checker.Analyze(retrylint.Analyzers(), pkgs, nil)
	require.NoError(t, err)
	var tree bytes.Buffer
	require.NoError(t, graph.PrintJSON(&tree))
	result, err := finding.Decode(&tree)
	require.NoError(t, err)
	assert.Empty(t, result.Failures)
	return records(result)
}

// vetted returns what is found when go vet runs a tool.
func vetted(t *testing.T, dir, tool string) []record.Record {
	t.Helper()
	result, err := govet.Run(t.Context(), govet.Config{
		Tool:     tool,
		Dir:      dir,
		Env:      append(os.Environ(), realRules),
		Patterns: []string{"./..."},
		Stderr:   io.Discard,
	})
	require.NoError(t, err)
	assert.Empty(t, result.Failures)
	return records(result)
}

// uniqueTool copies the executable and makes it differ from any other, so that go
// vet has no results of it.
func uniqueTool(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(executable(t))
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "retrylint")
	data = fmt.Appendf(data, "%d", time.Now().UnixNano())
	require.NoError(t, os.WriteFile(path, data, 0o777))
	return path
}

func records(result *finding.Result) []record.Record {
	result.Normalize()
	var records []record.Record
	for _, f := range result.Findings {
		records = append(records, f.Record)
	}
	return records
}

// A finding about a program that is known to use the network is shown only when
// asked for.
func TestChildProcess(t *testing.T) {
	t.Parallel()
	dir := module(t, `
-- fetch.go --
package fetch

import (
	"os/exec"
	"time"
)

func Fetch() (err error) {
	for range 3 {
		if err = exec.Command("git", "fetch").Run(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
`)
	got := execute(t, dir, []string{realRules}, executable(t))
	assert.Equal(t, result{}, got)
	got = execute(t, dir, []string{realRules}, executable(t), "-low")
	assert.Equal(t, result{code: 3, stdout: "fetch.go:9:2: retries (*exec.Cmd).Run after a constant 1s, 3 attempts: " +
		"clients that fail together come back together; draw each wait at random between 0 and 1s (nojitter)\n"}, got)
}
