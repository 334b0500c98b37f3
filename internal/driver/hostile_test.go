package driver_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The beginning and the end of a saved run.
const (
	savedHead = `{"retrylint":{"format":1,"tool":"v1"}}` + "\n"
	savedEnd  = `{"end":{"findings":0,"complete":true}}` + "\n"
)

// What is wrong is said in a few lines, with the right exit code; nothing is changed, nothing is
// left behind, and no terminal is made to obey what the input says.
func TestHostileInput(t *testing.T) {
	t.Parallel()
	const hostile = "x\x1b[31m\u202e\u009b2J"
	const accepted = "version: 1\nfindings:\n  - {fingerprint: \"00112233445566778899aabbccddeeff\", package: p}\n"
	file := func(name, data string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			t.Helper()
			path := filepath.Join(dir, name)
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
			require.NoError(t, os.WriteFile(path, []byte(data), 0o666))
		}
	}
	large := func(name string, size int64) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			t.Helper()
			file(name, "#")(t, dir)
			require.NoError(t, os.Truncate(filepath.Join(dir, name), size))
		}
	}
	loop := func(name string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			t.Helper()
			require.NoError(t, os.Symlink(name, filepath.Join(dir, name)))
		}
	}
	directory := func(name string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			t.Helper()
			require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o777))
		}
	}
	for _, test := range []struct {
		name  string
		setup func(*testing.T, string)
		args  []string
		code  int
		want  string
	}{
		{"saved: none", nil, []string{"convert", "x.json"}, 2, "x.json: no such file or directory\n"},
		{"saved: a name with escapes", nil, []string{"convert", hostile + "\n.json"}, 2, `x\x1b[31m\u202e\u009b2J\x0a.json: no such file or directory` + "\n"},
		{"saved: a directory", directory("d"), []string{"convert", "d"}, 2, "d: it is a directory\n"},
		{"saved: a loop of links", loop("x.json"), []string{"convert", "x.json"}, 2, "x.json: too many levels of symbolic links\n"},
		{"saved: empty", file("x.json", ""), []string{"convert", "x.json"}, 2, "x.json: the file is empty; what -format=json printed is expected\n"},
		{"saved: truncated", file("x.json", savedHead+savedEnd[:20]), []string{"convert", "x.json"}, 2, "x.json:2: the file ends in the middle: the object \"end\" is missing\n"},
		{"saved: binary", file("x.json", "\x7fELF\x02\x01\x00"), []string{"convert", "x.json"}, 2, "x.json: the file is not text; what -format=json printed is expected\n"},
		{"saved: too large", large("x.json", 65<<20), []string{"convert", "x.json"}, 2, "x.json: the file is larger than 64 MiB\n"},
		{"saved: too deep", file("x.json", savedHead+strings.Repeat("[", 1_000_000)), []string{"convert", "x.json"}, 2, "x.json:2: not JSON: invalid character '[' exceeded max depth\n"},
		{"saved: newer", file("x.json", `{"retrylint":{"format":7,"new":[1]}}`), []string{"convert", "x.json"}, 2, "x.json:1: the file is of a newer retrylint (format 7; this one reads 1)\n"},
		{"saved: of go vet", file("x.json", `{"m": {"badfunc": []}}`), []string{"convert", "x.json"}, 2, "x.json:1: what -format=json printed is expected, which begins with an object \"retrylint\"; -json prints something else\n"},
		{"saved: escapes where none belong", file("x.json", savedHead+"\x1b[31m"), []string{"convert", "x.json"}, 2, `x.json:2: not JSON: invalid character '\x1b' looking for beginning of value` + "\n"},
		{"saved: several wrong ones", file("x.json", savedHead), []string{"summary", "x.json", "y.json"}, 2, "x.json:2: the file ends in the middle: the object \"end\" is missing\ny.json: no such file or directory\n"},
		{"format: unknown", nil, []string{"-format=jsn"}, 2, "retrylint: unknown format \"jsn\", did you mean \"json\"?\n"},
		{"rule: unknown", nil, []string{"-rules=badfunk"}, 2, "retrylint: unknown rule \"badfunk\", did you mean \"badfunc\"?\n"},
		{"flags: unknown", nil, []string{"-" + hostile}, 2, `retrylint: flag provided but not defined: -x\x1b[31m\u202e\u009b2J` + "\n"},
		{"flags: against each other", nil, []string{"-fix", "-diff"}, 2, "retrylint: -fix changes files and -diff does not; give one of them\n"},

		{"baseline: none", nil, []string{"-baseline=b.yaml"}, 2, "b.yaml: no such file or directory\n"},
		{"baseline: a directory", directory("b.yaml"), []string{"-baseline=b.yaml"}, 2, "b.yaml: not a file\n"},
		{"baseline: a loop of links", loop("b.yaml"), []string{"baseline", "write", "-baseline=b.yaml"}, 2, "b.yaml: too many levels of symbolic links\n"},
		{"baseline: empty", file("b.yaml", ""), []string{"-baseline=b.yaml"}, 2, "b.yaml:1:1: the file is empty\n"},
		{"baseline: truncated", file("b.yaml", accepted[:60]), []string{"-baseline=b.yaml"}, 2, "b.yaml:3:"},
		{"baseline: binary", file("b.yaml", "version: 1\x00\xff"), []string{"-baseline=b.yaml"}, 2, "b.yaml: the file is not text; a baseline is YAML in UTF-8\n"},
		{"baseline: too large", large("b.yaml", 9<<20), []string{"-baseline=b.yaml"}, 2, "b.yaml: the file is larger than 8192 KiB; a baseline is shorter\n"},
		{"baseline: too deep", file("b.yaml", "version: 1\nfindings: "+strings.Repeat("[", 100_000)), []string{"-baseline=b.yaml"}, 2, "b.yaml:2: what begins here nests deeper than 100\n"},
		{"baseline: newer", file("b.yaml", strings.Replace(accepted, "1", "9", 1)+"more: x\n"), []string{"baseline", "write", "-baseline=b.yaml"}, 2, "b.yaml: the file is of another retrylint (version 9; this one reads 1)\n"},
		{"baseline: an unknown key", file("b.yaml", accepted+"reasn: x\n"), []string{"-baseline=b.yaml"}, 2, "b.yaml:4:1: unknown key \"reasn\"; expected are version, findings\n"},
		{"baseline: no such day", nil, []string{"baseline", "write", "-expires=2027-02-30"}, 2, "retrylint: invalid value \"2027-02-30\" for flag -expires: \"2027-02-30\", where a day is expected, such as 2027-01-31\n"},
		{"baseline: no such command", nil, []string{"baseline", "wirte"}, 2, "retrylint: baseline takes one of write, check and prune\n"},
		{"baseline: nowhere to write", nil, []string{"baseline", "write", "-baseline=nosuch/b.yaml"}, 1, "nosuch/b.yaml: no such file or directory\n"},

		{"settings: binary", file(".retrylint.yaml", "\x00\x01"), nil, 2, ".retrylint.yaml: the file is not text; settings are YAML in UTF-8\n"},
		{"settings: truncated", file(".retrylint.yaml", "rules: {badfunc: "), nil, 2, ".retrylint.yaml:1:"},
		{"settings: too large", large(".retrylint.yaml", 1<<20), nil, 2, ".retrylint.yaml: the file is larger than 256 KiB; settings are shorter\n"},
		{"settings: newer", file(".retrylint.yaml", "edition: 2\n"), nil, 2, ".retrylint.yaml:1:1: unknown key \"edition\"; expected are "},
		{"settings: a loop of links", loop(".retrylint.yaml"), nil, 2, ".retrylint.yaml: the settings cannot be read: too many levels of symbolic links\n"},
		{"settings: a directory", directory(".retrylint.yaml"), nil, 2, ".retrylint.yaml: not a file\n"},
		{"settings: a limit of nothing", file(".retrylint.yaml", "limits: {example.com/a.B: 0}\n"), nil, 2, ".retrylint.yaml:1:27: \"0\", where a whole number from 1 to 1000000 is expected\n"},
		{"settings: names with escapes", file(".retrylint.yaml", "rules: {\""+`\x1b[31m\n::error::\u202e`+"\": off}\n"), nil, 2, `.retrylint.yaml:1:9: unknown rule "\x1b[31m\n::error::\u202e"`},
		{"limits: none", nil, []string{"limits", "lower", "./..."}, 2, "retrylint: no .retrylint.yaml has limits\n"},
		{"limits: no such command", nil, []string{"limits", "raise"}, 2, "retrylint: limits takes one of check and lower\n"},

		{"revision: unknown", gitInit, []string{"-since=nosuch"}, 2, `retrylint: -since: "nosuch" is no revision of the repository in `},
		{"revision: an option", gitInit, []string{"-since=--output=x"}, 2, `retrylint: -since: "--output=x" is no revision of the repository in `},
		{"revision: no repository", nil, []string{"-since=HEAD"}, 2, " is in no git repository with a working tree: "},

		{"module: none", func(t *testing.T, dir string) { require.NoError(t, os.Remove(filepath.Join(dir, "go.mod"))) }, nil, 1, "go.mod file not found"},
		{"module: broken", file("go.mod", "module m\n\x1b[31m\n"), nil, 1, "go.mod:2: "},
		{"module: newer Go", file("go.mod", "module m\n\ngo 1.999\n"), nil, 1, "go.mod requires go >= 1.999"},
		{"workspace: broken", file("go.work", "go 1.26\n\nuse (\x1b\n"), nil, 1, "go.work:"},
		{"directory: none", nil, []string{"-C", hostile}, 1, `retrylint: -C: stat `},
		{"code: a loop of links", loop("b.go"), nil, 1, "b.go: too many levels of symbolic links"},
		{"code: broken, with escapes", file("b.go", "package clean\n\nvar X = \x1b[31m\n"), nil, 1, "b.go:3:9: illegal character U+001B"},
		{"code: binary", file("b.go", "package clean\n\x00\xff"), nil, 1, "b.go: unexpected NUL in input"},
		{"code: too deep", file("b.go", "package clean\n\nvar X = "+strings.Repeat("(", 200_000)+"1"+strings.Repeat(")", 200_000)+"\n"), nil, 1, "b.go:3:"},
		{"code: broken, with fixes", file("b.go", "package clean\n\nfunc Bad() {}\n\nvar X int = \"\"\n"), []string{"-fix"}, 1, "nothing was changed\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := module(t, strings.Replace(clean, "clean/", "", 1))
			if test.setup != nil {
				test.setup(t, dir)
			}
			before := tree(t, dir)
			got := execute(t, dir, []string{tests, "GOTOOLCHAIN=local"}, executable(t), test.args...)
			assert.Equal(t, test.code, got.code, got.stderr)
			assert.Empty(t, got.stdout)
			assert.Contains(t, got.stderr, test.want)
			assert.NotContains(t, got.stderr, "goroutine ")
			assert.LessOrEqual(t, strings.Count(got.stderr, "\n"), 20, got.stderr)
			assert.True(t, printable(got.stderr), "%q", got.stderr)
			assert.Equal(t, before, tree(t, dir), "nothing is changed")
		})
	}
}

// gitInit makes a repository of a directory.
func gitInit(t *testing.T, dir string) {
	t.Helper()
	commit(t, dir)
}

// tree returns the names of what is in a directory, with the size and time of files.
func tree(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	require.NoError(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.Name() == ".git" {
			return filepath.SkipDir
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		all = append(all, fmt.Sprint(path, info.Mode(), info.ModTime()))
		return nil
	}))
	return all
}

func printable(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) && r != '\n' && r != '\t' })
}

// Messages and names of the analysed code are data in each format.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	dir := module(t, "-- a.go --\npackage a\n\n// \x1b[31m \u202e \u009b2J ::error::x <b>&\"' \x07\nfunc Bad() {}\n")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x\x1b[31m\n::error::\u202e.go"), []byte("package a\n\nfunc Other() {}\n"), 0o666))
	for _, format := range []string{"line", "text", "json", "sarif", "github", "gitlab", "checkstyle"} {
		got := runTests(t, dir, "-format="+format, "./...")
		assert.Equal(t, 3, got.code, got.stderr)
		assert.True(t, printable(got.stdout), "%s: %q", format, got.stdout)
		assert.Contains(t, got.stdout, "badfunc", format)
		assert.Contains(t, got.stdout, "otherrule", format)
		assert.NotRegexp(t, `(?m)^::error::`, got.stdout, format)
	}
}

// A disk that is full is an error, not a short report; and what cannot be written stays as it is.
func TestFullAndReadOnly(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("/dev/full and /sys are those of Linux")
	}
	dir := module(t, bad)
	for _, args := range [][]string{{"./..."}, {"-format=sarif", "./..."}, {"-json", "./..."}, {"-diff", "./..."}, {"rules"}, {"help"}} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		require.NoError(t, err)
		var stderr strings.Builder
		cmd := exec.CommandContext(t.Context(), executable(t), args...)
		cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, append(os.Environ(), tests), full, &stderr
		assert.Error(t, cmd.Run())
		require.NoError(t, full.Close())
		assert.Equal(t, 1, cmd.ProcessState.ExitCode(), args)
		assert.Contains(t, stderr.String(), "no space left on device", args)
	}
	got := runTests(t, dir, "baseline", "write", "-baseline=/sys/b.yaml", "./...")
	assert.Equal(t, 1, got.code)
	assert.Regexp(t, `^retrylint: write /sys/b\.yaml: (permission denied|operation not permitted|read-only file system)\n$`, got.stderr)
}

// A //line comment can say that code stands in any file. No fix changes that file, and no
// report shows what it holds.
func TestLineComments(t *testing.T) {
	t.Parallel()
	dir := module(t, "-- a.go --\npackage a\n\n//line secret.txt:1\nfunc Bad() {}\n-- b.go --\npackage a\n\n//line c.go:1\nfunc BadB() {}\n"+
		"-- c.go --\npackage a\n\nvar hunter, hunted string\n-- secret.txt --\nhunter2\n-- link/link.go --\npackage link\n\n//line testdata/linked.go:1\nfunc Bad() {}\n")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "link", "testdata"), 0o777))
	require.NoError(t, os.Symlink(filepath.Join("..", "..", "secret.txt"), filepath.Join(dir, "link", "testdata", "linked.go")))
	before := tree(t, dir)
	for _, format := range []string{"text", "json", "sarif"} {
		got := runTests(t, dir, "-format="+format, "./...")
		assert.Equal(t, 3, got.code, got.stderr)
		assert.Contains(t, got.stdout, "secret.txt")
		assert.Contains(t, got.stdout, "linked.go")
		assert.NotContains(t, got.stdout, "hunter2", format)
	}
	got := runTests(t, dir, "-fix", ".")
	assert.Equal(t, result{
		code:   3,
		stdout: "c.go:1: function BadB is bad: (badfunc)\nsecret.txt:1: function Bad is bad: (badfunc)\n",
		stderr: "retrylint: 0 fixed in 0 files\n",
	}, got)
	got = runTests(t, dir, "-diff", ".")
	assert.Equal(t, result{}, got)
	assert.Equal(t, before, tree(t, dir))
}

// A generated file of 50 MB, with a line of 40 MB, is analysed as any other; little of the line
// is printed.
func TestHugeFile(t *testing.T) {
	t.Parallel()
	dir := module(t, "-- a.go --\npackage a\n")
	f, err := os.Create(filepath.Join(dir, "gen.go"))
	require.NoError(t, err)
	_, err = fmt.Fprintf(f, "// Code generated by hand. DO NOT EDIT.\n\npackage a\n\nfunc Bad() { _ = %q }\n\nvar table = []int{\n%s}\n\nfunc BadToo() {}\n",
		strings.Repeat("ü\x1b", 10<<20), strings.Repeat("\t1, 2, 3, 4, 5, 6, 7, 8,\n", 50_000))
	require.NoError(t, err)
	require.NoError(t, f.Close())
	info, err := os.Stat(f.Name())
	require.NoError(t, err)
	require.Greater(t, info.Size(), int64(50<<20))
	assert.Equal(t, result{}, runTests(t, dir, "./..."))
	got := runTests(t, dir, "-generated", "./...")
	assert.Equal(t, result{code: 3, stdout: "gen.go:5:6: function Bad is bad: (badfunc)\ngen.go:50010:6: function BadToo is bad: (badfunc)\n"}, got)
	for _, format := range []string{"text", "sarif"} {
		got := runTests(t, dir, "-generated", "-format="+format, "./...")
		assert.Equal(t, 3, got.code, got.stderr)
		assert.Less(t, len(got.stdout), 20_000, format)
	}
	got = runTests(t, dir, "-generated", "-fix", "./...")
	assert.Equal(t, 0, got.code, got.stderr)
}

// Links to directories that lead back are no way on.
func TestDirectoryLoops(t *testing.T) {
	t.Parallel()
	dir := module(t, bad)
	require.NoError(t, os.Symlink(".", filepath.Join(dir, "loop")))
	require.NoError(t, os.Symlink("..", filepath.Join(dir, "bad", "up")))
	want := runTests(t, module(t, bad), "./...")
	assert.Equal(t, 3, want.code)
	assert.Equal(t, want, runTests(t, dir, "./..."))
}

// A function with very many loops, and one with very many in each other, get their share of the
// time and no more: what comes first is found, what exceeds it is not told.
func TestHugeFunctions(t *testing.T) {
	t.Parallel()
	const head = "import \"example.com/m/store\"\n\nfunc F(s store.Store) (err error) {\n"
	const try = "\tif err = s.Get(\"x\"); err == nil {\n\t\treturn nil\n\t}\n"
	dir := module(t, "-- store/store.go --\npackage store\n\n//retrylint:remote\ntype Store interface{ Get(key string) error }\n"+
		"-- many/many.go --\npackage many\n\n"+head+strings.Repeat("for range 4 {\n"+try+"}\n", 1000)+"return err\n}\n"+
		"-- deep/deep.go --\npackage deep\n\n"+head+strings.Repeat("for range 4 {\n", 300)+try+strings.Repeat("}\n", 300)+"return err\n}\n")
	got := execute(t, dir, []string{realRules}, executable(t), "./...")
	assert.Equal(t, 3, got.code)
	assert.Empty(t, got.stderr)
	assert.Contains(t, got.stdout, "many/many.go:6:1: retries (store.Store).Get with no wait in between, 4 attempts: ")
	assert.Less(t, strings.Count(got.stdout, "\n"), 2500)
}
