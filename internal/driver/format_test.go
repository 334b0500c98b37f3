package driver_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every format has the same findings, and a saved run says all that the run itself would.
func TestFormats(t *testing.T) {
	t.Parallel()
	dir := module(t, places)
	run := func(args ...string) result {
		return execute(t, dir, []string{realRules}, executable(t), args...)
	}
	line := run("./...")
	require.Equal(t, 3, line.code, line.stderr)
	want := strings.Count(line.stdout, "\n")
	require.Equal(t, 4, want)

	saved := filepath.Join(t.TempDir(), "findings.json")
	for format, pattern := range map[string]string{
		"line": `\n`, "text": `(?m)^  \d+:\d+  nojitter  `, "json": `(?m)^\{"finding":`, "sarif": `"ruleId": "nojitter"`,
		"github": `(?m)^::error file=a/a.go,`, "gitlab": `"check_name": "nojitter"`, "checkstyle": `source="retrylint.nojitter"`,
	} {
		got := run("-format="+format, "./...")
		assert.Equal(t, 3, got.code, "%s: %s", format, got.stderr)
		assert.Len(t, regexp.MustCompile(pattern).FindAllString(got.stdout, -1), want, format)
		if format == "json" {
			require.NoError(t, os.WriteFile(saved, []byte(got.stdout), 0o666))
		}
	}
	for _, format := range []string{"line", "text", "json", "sarif", "github", "gitlab", "checkstyle"} {
		assert.Equal(t, result{stdout: run("-format="+format, "./...").stdout}, run("convert", "-format="+format, saved), format)
	}

	got := run("summary", saved, saved)
	assert.Equal(t, 0, got.code, got.stderr)
	assert.Regexp(t, `(?m)^all +8 +8$`, got.stdout)

	// Without a format it is one line each, since this is no terminal.
	assert.Equal(t, result{stdout: line.stdout}, run("convert", saved))
	// A file may also come in.
	data, err := os.ReadFile(saved)
	require.NoError(t, err)
	for _, args := range [][]string{{"convert"}, {"convert", "-"}} {
		assert.Equal(t, result{stdout: line.stdout}, executeWith(t, string(data), dir, []string{realRules}, executable(t), args...))
	}
}

// Paths are relative to the root of the repository, and what is printed for people to where
// they are.
func TestFormatPaths(t *testing.T) {
	t.Parallel()
	dir := module(t, bad)
	require.NoError(t, os.Mkdir(filepath.Join(dir, ".git"), 0o777))
	sub := filepath.Join(dir, "bad")
	assert.Regexp(t, `(?m)^bad\.go:4:6: `, runTests(t, sub, "-format=line").stdout)
	assert.Regexp(t, `(?m)^bad\.go\n`, runTests(t, sub, "-format=text").stdout)
	assert.Regexp(t, `(?m)file=bad/bad\.go,line=4`, runTests(t, sub, "-format=github").stdout)
}

// A run that could not analyse everything says so.
func TestFormatIncomplete(t *testing.T) {
	t.Parallel()
	dir := module(t, bad+"-- broken/b.go --\npackage broken\n\nvar X int = undefinedName\n")
	got := runTests(t, dir, "-format=json", "./...")
	assert.Equal(t, 1, got.code)
	assert.Contains(t, got.stdout, `{"end":{"findings":2,"complete":false}}`)
	got = runTests(t, dir, "-format=sarif", "./...")
	assert.Equal(t, 1, got.code)
	var log struct {
		Runs []struct {
			Invocations []struct{ ExecutionSuccessful *bool }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(got.stdout), &log))
	assert.False(t, *log.Runs[0].Invocations[0].ExecutionSuccessful)
}

func TestConvertErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "cut.json"), []byte("{\"retrylint\":{\"format\":1,\"tool\":\"v1\"}}\n"), 0o666))
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"convert", "nosuch.json"}, "nosuch.json: no such file or directory\n"},
		{[]string{"convert", "."}, ".: it is a directory\n"},
		{[]string{"convert", "cut.json"}, "cut.json:2: the file ends in the middle: the object \"end\" is missing\n"},
		{[]string{"convert", "-format=sarfi", "cut.json"}, "retrylint: unknown format \"sarfi\", did you mean \"sarif\"?\nRun 'retrylint -help' for usage.\n"},
		{[]string{"convert", "a", "b"}, "retrylint: convert takes one file, or none for standard input\nRun 'retrylint -help' for usage.\n"},
		{[]string{"summary"}, "retrylint: summary takes files that -format=json printed\nRun 'retrylint -help' for usage.\n"},
		{[]string{"convert", "-nosuch"}, "retrylint: flag provided but not defined: -nosuch\nRun 'retrylint -help' for usage.\n"},
		{[]string{"-format=xml", "./..."}, "retrylint: unknown format \"xml\"; known are line, text, json, sarif, github, gitlab, checkstyle\nRun 'retrylint -help' for usage.\n"},
		{[]string{"-json", "-format=json", "./..."}, "retrylint: -json prints the tree of go vet; for the format json, give -format=json alone\nRun 'retrylint -help' for usage.\n"},
	} {
		assert.Equal(t, result{code: 2, stderr: test.want}, runTests(t, dir, test.args...), "%v", test.args)
	}
}

// In the directory of a workspace, everything is what is in its modules.
func TestWorkspace(t *testing.T) {
	t.Parallel()
	dir := module(t, "-- go.work --\ngo 1.26\n\nuse (\n\t./a\n\t./x/b\n)\n-- a/go.mod --\nmodule example.com/a\n\ngo 1.26\n-- x/b/go.mod --\nmodule example.com/b\n\ngo 1.26\n"+
		"-- a/a.go --\npackage a\n\nfunc Bad() {}\n-- x/b/c/c.go --\npackage c\n\nfunc Bad() {}\n-- z/go.mod --\nmodule example.com/z\n-- z/z.go --\npackage z\n\nfunc Bad() {}\n")
	require.NoError(t, os.Remove(filepath.Join(dir, "go.mod")))
	const inA, inC = "a/a.go:3:6: function Bad is bad: (badfunc)\n", "x/b/c/c.go:3:6: function Bad is bad: (badfunc)\n"
	for _, args := range [][]string{{"./..."}, {"./a/...", "./x/..."}, {"./x/b/c", "./a"}} {
		assert.Equal(t, result{code: 3, stdout: inA + inC}, runTests(t, dir, args...), "%v", args)
	}
	assert.Equal(t, result{code: 3, stdout: inC}, runTests(t, dir, "./x/..."))
	commit(t, dir)
	assert.Equal(t, result{}, runTests(t, dir, "-since=HEAD", "./..."))
	got := runTests(t, filepath.Join(dir, "a"), "../...")
	assert.Equal(t, 3, got.code, got.stderr)
	assert.Equal(t, 2, strings.Count(got.stdout, "\n"))
}
