package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A fake is a repository made for a test, with a stand-in for the tool.
//
// Lines of its sources that end in "// label:x" are labelled places, those that
// end in "// found:x" are where the stand-in reports something; a line may have both.
type fake struct {
	t       *testing.T
	root    string // folder of checkouts
	dir     string // the checkout
	head    string
	marks   map[string]mark
	tool    string
	toolLog string
}

type mark struct {
	file string
	line int
}

const fakeRepo = "someone/thing"

var markPattern = regexp.MustCompile(`\b(label|found):(\w+)`)

func newFake(t *testing.T, files map[string]string) *fake {
	t.Helper()
	// Nothing of the machine's settings may reach the go command.
	t.Setenv("GOFLAGS", "")
	t.Setenv("GOWORK", "")
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	f := &fake{t: t, root: filepath.Join(root, "checkouts"), marks: make(map[string]mark)}
	f.dir = filepath.Join(f.root, "someone+thing")
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(f.dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(files[name]), 0o666))
		for i, line := range strings.Split(files[name], "\n") {
			for _, m := range markPattern.FindAllStringSubmatch(line, -1) {
				require.NotContains(t, f.marks, m[0])
				f.marks[m[0]] = mark{name, i + 1}
			}
		}
	}
	f.git("init", "-q")
	f.git("add", ".")
	f.git("-c", "user.name=nobody", "-c", "user.email=nobody@example.com", "commit", "-q", "-m", "all")
	f.head = f.git("rev-parse", "HEAD")
	f.tool = filepath.Join(root, "tool")
	f.toolLog = filepath.Join(root, "tool.log")
	f.report(nil, exitFindings)
	return f
}

func (f *fake) git(args ...string) string {
	f.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = f.dir
	out, err := cmd.CombinedOutput()
	require.NoError(f.t, err, "git %v: %s", args, out)
	return strings.TrimSpace(string(out))
}

// report sets what the stand-in prints, by mark "found:x" and rule, and its exit
// code. A finding is printed in a run over its folder only.
func (f *fake) report(findings map[string][]string, code int) {
	f.t.Helper()
	trees := make(map[string]map[string]map[string][]map[string]string) // by folder
	for _, name := range slices.Sorted(maps.Keys(findings)) {
		at, ok := f.marks["found:"+name]
		require.True(f.t, ok, "no mark found:%s", name)
		dir := filepath.Join(f.dir, filepath.Dir(at.file))
		if trees[dir] == nil {
			trees[dir] = map[string]map[string][]map[string]string{"p": {}}
		}
		for _, rule := range findings[name] {
			trees[dir]["p"][rule] = append(trees[dir]["p"][rule], map[string]string{
				"posn":    fmt.Sprintf("%s:%d:2", filepath.Join(f.dir, at.file), at.line),
				"message": rule + " at " + name,
			})
		}
	}
	script := "#!/bin/sh\necho \"${PWD##*/} $*\" >> '" + f.toolLog + "'\nshift\nfor p; do case \"$(cd \"$p\" && pwd -P)\" in\n"
	for _, dir := range slices.Sorted(maps.Keys(trees)) {
		tree, err := json.Marshal(trees[dir])
		require.NoError(f.t, err)
		script += fmt.Sprintf("'%s') echo '%s';;\n", dir, tree)
	}
	script += fmt.Sprintf("esac; done\nexit %d\n", code)
	require.NoError(f.t, os.WriteFile(f.tool, []byte(script), 0o777))
}

// label makes the label of a mark. Flags are written "rule=verdict".
func (f *fake) label(id, form, construct string, flags ...string) *label {
	f.t.Helper()
	at, ok := f.marks["label:"+id]
	require.True(f.t, ok, "no mark label:%s", id)
	l := &label{
		ID: id, Repo: fakeRepo, Commit: f.head, File: at.file, Line: at.line,
		Form: form, Construct: construct, Why: "because of " + id, Flags: make(map[string]string),
	}
	for _, flag := range flags {
		rule, verdict, _ := strings.Cut(flag, "=")
		l.Flags[rule] = verdict
	}
	return l
}

func (f *fake) settings() settings {
	return settings{checkouts: f.root, tool: f.tool, env: os.Environ()}
}

// judge reads the repository and returns the outcomes that are not silence, as
// "label rule: outcome", and the verdict they are from.
func (f *fake) judge(labels ...*label) ([]string, *verdict) {
	f.t.Helper()
	r := readRepository(f.t.Context(), f.settings(), fakeRepo, labels)
	v := judge(r, knownRules([]*repository{r}))
	var outcomes []string
	for _, res := range v.results {
		if res.outcome != silent {
			outcomes = append(outcomes, fmt.Sprintf("%s %s: %s", res.place.ID, res.rule, res.outcome))
		}
	}
	return outcomes, v
}

// toolRuns returns the folder and arguments of each run of the stand-in.
func (f *fake) toolRuns() []string {
	f.t.Helper()
	text, err := os.ReadFile(f.toolLog)
	if os.IsNotExist(err) {
		return nil
	}
	require.NoError(f.t, err)
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// untouched fails the test if the checkout is not as it was committed.
func (f *fake) untouched() {
	f.t.Helper()
	require.Empty(f.t, f.git("status", "--porcelain"))
}
