package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	"github.com/retrylint/retrylint"
	"github.com/retrylint/retrylint/flags"
	"github.com/retrylint/retrylint/internal/bare"
	"github.com/retrylint/retrylint/internal/driver"
)

// commandEnv makes the test executable behave as one of the commands.
const commandEnv = "RETRYLINT_TEST_COMMAND"

func TestMain(m *testing.M) {
	switch os.Getenv(commandEnv) {
	case "golangci-lint":
		main()
		return
	case "retrylint":
		driver.Main(retrylint.Analyzers())
	}
	os.Exit(m.Run())
}

// shop is a module with findings in three packages. One of them is of two packages, for
// what one retries is retried by the other, and one has a fix.
const shop = `
-- go.mod --
module example.com/shop

go 1.26
-- store/store.go --
package store

import (
	"database/sql"
	"time"
)

func Load(db *sql.DB) (err error) {
	for range 4 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
-- sales/sales.go --
package sales

import (
	"database/sql"

	"example.com/shop/store"
)

func Report(db *sql.DB) (err error) {
	for range 6 {
		if err = store.Load(db); err == nil {
			return nil
		}
	}
	return err
}
-- internal/legacy/legacy.go --
package legacy

import "net/http"

func Get(url string) (resp *http.Response, err error) {
	for range 30 {
		resp, err = http.Get(url)
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp, nil
		}
	}
	return resp, err
}
`

// configuration turns on the plugin alone, with settings as a block of YAML.
func configuration(settings string) string {
	const head = `version: "2"
linters:
  default: none
  enable: [retrylint]
  settings:
    custom:
      retrylint:
        type: module
`
	return head + settings + `issues: {max-issues-per-linter: 0, max-same-issues: 0, uniq-by-line: false}
`
}

// golangci is golangci-lint in a directory, with a cache.
type golangci struct{ dir, cache string }

// result is what a command printed, and its exit code.
type result struct {
	stdout, stderr string
	code           int
}

// command runs this executable as a command, or go, in a directory.
func command(t *testing.T, dir, as string, env []string, name string, args ...string) result {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), commandEnv+"="+as, "PWD="+dir)
	cmd.Env = append(cmd.Env, env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

func (g golangci) run(t *testing.T, config string, args ...string) result {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(g.dir, ".golangci.yml"), []byte(config), 0o666))
	executable, err := os.Executable()
	require.NoError(t, err)
	args = append([]string{"run", "--allow-parallel-runners", "--show-stats=false", "--output.json.path=stdout"}, args...)
	return command(t, g.dir, "golangci-lint", []string{"GOLANGCI_LINT_CACHE=" + g.cache}, executable, args...)
}

// found returns the findings as "FILE:LINE:COLUMN: MESSAGE (RULE)", in order.
func (g golangci) found(t *testing.T, config string, args ...string) []string {
	t.Helper()
	r := g.run(t, config, args...)
	var report struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename     string
				Line, Column int
			}
		}
	}
	require.NoError(t, json.NewDecoder(strings.NewReader(r.stdout)).Decode(&report), r.stderr)
	lines := make([]string, 0)
	for _, i := range report.Issues {
		assert.Equal(t, "retrylint", i.FromLinter, i.Text)
		rule, message, _ := strings.Cut(i.Text, ": ")
		lines = append(lines, fmt.Sprintf("%s:%d:%d: %s (%s)", i.Pos.Filename, i.Pos.Line, i.Pos.Column, message, rule))
	}
	want := 0
	if len(lines) > 0 {
		want = 1
	}
	assert.Equal(t, want, r.code, r.stderr)
	slices.Sort(lines)
	return lines
}

// alone returns what the command finds, in order; there is something.
func alone(t *testing.T, dir string, args ...string) []string {
	t.Helper()
	executable, err := os.Executable()
	require.NoError(t, err)
	r := command(t, dir, "retrylint", nil, executable, append(args, "./...")...)
	require.Empty(t, r.stderr)
	assert.Equal(t, driver.ExitFindings, r.code)
	return split(r.stdout)
}

// vetted returns what go vet finds with the command as its tool, in order; there is
// something.
func vetted(t *testing.T, dir string, args ...string) []string {
	t.Helper()
	executable, err := os.Executable()
	require.NoError(t, err)
	r := command(t, dir, "retrylint", nil, "go", append(append([]string{"vet", "-vettool=" + executable}, args...), "./...")...)
	assert.Equal(t, 1, r.code)
	var lines []string
	for _, line := range split(r.stderr) {
		if !strings.HasPrefix(line, "# ") {
			lines = append(lines, strings.TrimPrefix(line, "./"))
		}
	}
	slices.Sort(lines)
	return lines
}

// nogo returns what the rules find under a driver as nogo, in order.
func nogo(t *testing.T, dir string) []string {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir}, "./...")
	require.NoError(t, err)
	require.Zero(t, packages.PrintErrors(pkgs))
	graph, err := checker.Analyze(bare.Analyzers(retrylint.Rules()), pkgs, nil)
	require.NoError(t, err)
	var lines []string
	for _, act := range graph.Roots {
		require.NoError(t, act.Err, act)
		for _, d := range act.Diagnostics {
			pos := act.Package.Fset.Position(d.Pos)
			name, err := filepath.Rel(dir, pos.Filename)
			require.NoError(t, err)
			lines = append(lines, fmt.Sprintf("%s:%d:%d: %s (%s)", name, pos.Line, pos.Column, d.Message, act.Analyzer.Name))
		}
	}
	slices.Sort(lines)
	return lines
}

func split(s string) []string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	slices.Sort(lines)
	return lines
}

// rule is the end of a finding.
var rule = regexp.MustCompile(` \(([a-z0-9]+)\)$`)

// withoutRules returns findings as go vet prints them.
func withoutRules(lines []string) []string {
	var without []string
	for _, line := range lines {
		without = append(without, rule.ReplaceAllString(line, ""))
	}
	slices.Sort(without)
	return without
}

// withoutVersions returns findings that name no version of a library.
func withoutVersions(lines []string) []string {
	var without []string
	for _, line := range lines {
		without = append(without, regexp.MustCompile(`, v[0-9]+\.[0-9]+\.[0-9]+\)`).ReplaceAllString(line, ")"))
	}
	slices.Sort(without)
	return without
}

// rules returns findings as "FILE: RULE", in order.
func rules(lines []string) []string {
	short := make([]string, 0)
	for _, line := range lines {
		file, _, _ := strings.Cut(line, ":")
		short = append(short, file+": "+rule.FindStringSubmatch(line)[1])
	}
	slices.Sort(short)
	return short
}

// module writes a module to a new directory.
func module(t *testing.T, archive string) golangci {
	t.Helper()
	g := golangci{t.TempDir(), t.TempDir()}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		path := filepath.Join(g.dir, f.Name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, f.Data, 0o666))
	}
	return g
}

// Facts cross packages, a warm cache says what a cold one does, and all drivers the same.
func TestFindings(t *testing.T) {
	g := module(t, shop)
	cold := g.found(t, configuration(""))
	assert.Equal(t, []string{
		"internal/legacy/legacy.go: nojitter", "internal/legacy/legacy.go: retry4xx",
		"sales/sales.go: nestedretry",
		"store/store.go: nojitter",
	}, rules(cold))
	assert.Equal(t, cold, g.found(t, configuration("")))
	assert.Equal(t, cold, alone(t, g.dir))
	assert.Equal(t, withoutRules(cold), vetted(t, g.dir))
	assert.Equal(t, cold, nogo(t, g.dir))
	// A package that is analysed from source gets facts of another from the cache.
	path := filepath.Join(g.dir, "sales", "sales.go")
	source, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, append(source, "\nvar Months = 12\n"...), 0o666))
	assert.Equal(t, cold, g.found(t, configuration("")))
}

// The settings of the page are typed YAML with the keys of .retrylint.yaml.
func TestPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "golangci-lint.md"))
	require.NoError(t, err)
	config := regexp.MustCompile("(?s)```yaml\n(version: \"2\".*?)```").FindSubmatch(page)
	require.NotNil(t, config)
	g := module(t, shop)
	assert.Len(t, g.found(t, configuration("")), 4)
	// The results of other settings are no results of these.
	found := g.found(t, string(config[1]), "--enable-only=retrylint")
	assert.Equal(t, []string{"sales/sales.go: nestedretry"}, rules(found))

	version := regexp.MustCompile(`(?m)^version: (v2\S+)$`).FindSubmatch(page)
	require.NotNil(t, version)
	mod, err := os.ReadFile("go.mod")
	require.NoError(t, err)
	assert.Contains(t, string(mod), "github.com/golangci/golangci-lint/v2 "+string(version[1])+"\n", "the page names the version that is tested")
}

func TestWrongSettings(t *testing.T) {
	g := module(t, shop)
	r := g.run(t, configuration("        settings: {rules: {nojiter: off}}\n"))
	assert.NotZero(t, r.code)
	assert.Contains(t, r.stderr, `settings of retrylint:2:3: unknown rule "nojiter", did you mean "nojitter"?`)
}

func TestNolint(t *testing.T) {
	g := module(t, strings.Replace(shop, "for range 6 {", "for range 6 { //nolint:retrylint // the report is made at night", 1))
	assert.NotContains(t, strings.Join(g.found(t, configuration("")), "\n"), "sales.go")
	g = module(t, strings.Replace(shop, "for range 6 {", "for range 6 { //retrylint:ignore nestedretry the report is made at night", 1))
	assert.NotContains(t, strings.Join(g.found(t, configuration("")), "\n"), "sales.go")
}

// golangci-lint applies the fixes; what is left has none, and the module compiles.
func TestFix(t *testing.T) {
	g := module(t, shop)
	left := g.found(t, configuration(""), "--fix")
	assert.NotContains(t, strings.Join(left, "\n"), "store/store.go")
	source, err := os.ReadFile(filepath.Join(g.dir, "store", "store.go"))
	require.NoError(t, err)
	assert.Contains(t, string(source), "time.Sleep(rand.N(time.Second))")
	assert.Equal(t, rules(left), rules(g.found(t, configuration(""))))
	built := command(t, g.dir, "", nil, "go", "build", "./...")
	assert.Zero(t, built.code, built.stderr)
}

// The README says that others find nothing in the example.
func TestOthersInExample(t *testing.T) {
	g := module(t, "-- go.mod --\nmodule github.com/retrylint/retrylint\n\ngo 1.26\n")
	example := filepath.Join("examples", "storm")
	require.NoError(t, os.CopyFS(filepath.Join(g.dir, example), os.DirFS(filepath.Join("..", "..", example))))
	r := g.run(t, "version: \"2\"\nlinters: {default: none, enable: [govet, staticcheck]}\n")
	assert.Zero(t, r.code, r.stdout+r.stderr)
	assert.NotZero(t, g.run(t, configuration("")).code)
}

// All drivers find the same in all cases of all rules, but for two differences.
func TestAllCases(t *testing.T) {
	testdata := filepath.Join("..", "..", "testdata")
	modules, err := os.ReadDir(filepath.Join(testdata, "src"))
	require.NoError(t, err)
	require.NoError(t, flags.Analyzer.Flags.Set("low", "true"))
	t.Cleanup(func() { assert.NoError(t, flags.Analyzer.Flags.Set("low", "false")) })
	for _, m := range modules {
		t.Run(m.Name(), func(t *testing.T) {
			root := t.TempDir()
			g := golangci{filepath.Join(root, "src", m.Name()), t.TempDir()}
			require.NoError(t, os.CopyFS(g.dir, os.DirFS(filepath.Join(testdata, "src", m.Name()))))
			require.NoError(t, os.CopyFS(filepath.Join(root, "stubs"), os.DirFS(filepath.Join(testdata, "stubs"))))
			want := alone(t, g.dir, "-low")
			// Only a run of the command over all packages knows that an ignore silences nothing.
			want = slices.DeleteFunc(want, func(line string) bool { return strings.Contains(line, ", and there is no such finding: ") })
			require.NotEmpty(t, want)
			assert.Equal(t, withoutRules(want), vetted(t, g.dir, "-retrylint.low"))
			// Where there are no modules, there are no versions of libraries.
			assert.Equal(t, withoutVersions(want), nogo(t, g.dir))
			low := configuration("        settings: {confidence: low}\n")
			assert.Equal(t, want, g.found(t, low))
			assert.Equal(t, want, g.found(t, low), "with a warm cache")
		})
	}
}
