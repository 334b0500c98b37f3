// Package guide runs what people paste: the action of GitHub, the jobs, hooks and commands
// of docs/ci.md.
package guide

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"
)

const (
	modulePath = "github.com/retrylint/retrylint"
	version    = "v0.1.0"
)

// machine is where everything runs: a place in which the module is published, and nothing
// of retrylint is installed.
type machine struct {
	root string // of the module
	env  []string
	bin  string
}

var published = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "guide")
	if err != nil {
		return "", err
	}
	return dir, publish(dir)
})

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := published(); err == nil {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// publish makes a proxy of modules in a directory, which has this module alone.
func publish(dir string) error {
	versions := filepath.Join(dir, "proxy", filepath.FromSlash(modulePath), "@v")
	if err := os.MkdirAll(versions, 0o777); err != nil {
		return err
	}
	root := filepath.Join("..", "..")
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return err
	}
	var archive strings.Builder
	if err := modzip.CreateFromDir(&archive, module.Version{Path: modulePath, Version: version}, root); err != nil {
		return err
	}
	for name, content := range map[string]string{
		"list":            version + "\n",
		version + ".info": `{"Version": "` + version + `"}`,
		version + ".mod":  string(mod),
		version + ".zip":  archive.String(),
	} {
		if err := os.WriteFile(filepath.Join(versions, name), []byte(content), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// here returns a machine.
func here(t *testing.T) machine {
	t.Helper()
	dir, err := published()
	require.NoError(t, err)
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	cache, err := exec.CommandContext(t.Context(), "go", "env", "GOMODCACHE").Output()
	require.NoError(t, err)
	bin := t.TempDir()
	return machine{root: root, bin: bin, env: append(os.Environ(),
		// What this module needs is there, for the test was built from it.
		"GOPROXY=file://"+filepath.Join(dir, "proxy")+",file://"+filepath.Join(strings.TrimSpace(string(cache)), "cache", "download"),
		"GOMODCACHE="+filepath.Join(dir, "mod"),
		"GOFLAGS=-modcacherw -trimpath -buildvcs=false",
		"GOSUMDB=off", "GOWORK=off", "GOTOOLCHAIN=local",
		"GOBIN="+bin, "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"),
		"GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com",
	)}
}

// result is what a command printed, and its exit code.
type result struct {
	stdout, stderr string
	code           int
}

// run runs a command in a directory.
func (m machine) run(t *testing.T, dir string, env []string, name string, args ...string) result {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	cmd.Env = append(append(m.env, "PWD="+dir), env...)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// script runs a script as a runner of jobs does.
func (m machine) script(t *testing.T, dir string, env []string, text string) result {
	t.Helper()
	path := filepath.Join(t.TempDir(), "script.sh")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	return m.run(t, dir, env, "bash", "--noprofile", "--norc", "-eo", "pipefail", path)
}

// must runs a command that succeeds, and returns what it prints without space around it.
func (m machine) must(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	r := m.run(t, dir, nil, name, args...)
	require.Zero(t, r.code, "%s %v: %s%s", name, args, r.stdout, r.stderr)
	return strings.TrimSpace(r.stdout)
}

// loop is a file with a function that has a finding.
func loop(name string) string {
	return fmt.Sprintf(`package shop

import (
	"net"
	"time"
)

func %s(addr string) (conn net.Conn, err error) {
	for range 4 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
`, name)
}

// repository makes a repository of a module with a finding, and returns its directory.
func (m machine) repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com/shop\n\ngo 1.26\n")
	write(t, dir, "old.go", loop("Old"))
	m.must(t, dir, "git", "init", "-q", "-b", "main")
	m.must(t, dir, "git", "add", "-A")
	m.must(t, dir, "git", "commit", "-q", "-m", "base")
	return dir
}

func write(t *testing.T, dir, name, content string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
	require.NoError(t, os.WriteFile(path, []byte(content), 0o666))
}

// block returns the only block of a language on the page that has a text.
func block(t *testing.T, language, text string) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "ci.md"))
	require.NoError(t, err)
	var found []string
	for _, m := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		if strings.Contains(m[1], text) {
			found = append(found, m[1])
		}
	}
	require.Len(t, found, 1, text)
	return found[0]
}

// decode reads YAML.
func decode(t *testing.T, text string, into any) {
	t.Helper()
	require.NoError(t, yaml.UnmarshalWithOptions([]byte(text), into))
}

// step is one of an action or of a job.
type step struct {
	Name, Shell, Run, Uses string
	WorkingDirectory       string `yaml:"working-directory"`
	If                     string
	Env, With              map[string]string
}

// action is what the file of an action says.
type action struct {
	Name, Description string
	Inputs            map[string]struct {
		Description string
		Required    bool
		Default     *string
	}
	Runs struct {
		Using string
		Steps []step
	}
}

func theAction(t *testing.T) action {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "action.yml"))
	require.NoError(t, err)
	var a action
	decode(t, string(text), &a)
	require.Equal(t, "composite", a.Runs.Using)
	require.NotEmpty(t, a.Runs.Steps)
	return a
}

var expression = regexp.MustCompile(`\$\{\{ *([a-z._-]+) *\}\}`)

// perform runs the steps of the action as the runner does: with the inputs that are given,
// in a workspace, for an event with values such as "github.event.pull_request.base.sha".
func (m machine) perform(t *testing.T, workspace string, with, event map[string]string) result {
	t.Helper()
	a := theAction(t)
	values := map[string]string{"github.action_path": m.root, "github.event.pull_request.base.sha": ""}
	for name, value := range event {
		values[name] = value
	}
	expand := func(text string) string {
		return expression.ReplaceAllStringFunc(text, func(e string) string {
			name := expression.FindStringSubmatch(e)[1]
			value, ok := values[name]
			require.True(t, ok, "there is no value for %s", name)
			return value
		})
	}
	for name, input := range a.Inputs {
		require.NotEmpty(t, input.Description, name)
		require.NotNil(t, input.Default, name)
		value, ok := with[name]
		if !ok {
			value = expand(*input.Default)
		}
		values["inputs."+name] = value
	}
	for name := range with {
		require.Contains(t, a.Inputs, name)
	}
	env := []string{"RUNNER_TEMP=" + t.TempDir(), "GITHUB_WORKSPACE=" + workspace, "GITHUB_ACTIONS=true"}
	var all result
	for _, s := range a.Runs.Steps {
		require.Equal(t, "bash", s.Shell, s.Name)
		require.NotContains(t, s.Run, "${{", "what stands in an input would be run")
		dir := expand(s.WorkingDirectory)
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(workspace, dir)
		}
		own := env
		for name, value := range s.Env {
			own = append(own, name+"="+expand(value))
		}
		r := m.script(t, dir, own, s.Run)
		all = result{all.stdout + r.stdout, all.stderr + r.stderr, r.code}
		if r.code != 0 {
			break
		}
	}
	return all
}

func TestAction(t *testing.T) {
	m := here(t)
	dir := m.repository(t)

	everything := m.perform(t, dir, nil, nil)
	assert.Equal(t, 3, everything.code, everything.stderr)
	assert.Regexp(t, `^::(error|warning) file=old\.go,line=9,.*::retries net\.Dial after a constant 1s`, everything.stdout)

	// The pull request brings one finding more; the checkout has no history.
	base := m.must(t, dir, "git", "rev-parse", "HEAD")
	m.must(t, dir, "git", "checkout", "-q", "-b", "change")
	write(t, dir, "new.go", loop("New"))
	m.must(t, dir, "git", "add", "-A")
	m.must(t, dir, "git", "commit", "-q", "-m", "change")
	shallow := t.TempDir()
	m.must(t, shallow, "git", "clone", "-q", "--depth=1", "--branch=change", "file://"+dir, "work")
	work := filepath.Join(shallow, "work")
	event := map[string]string{"github.event.pull_request.base.sha": base}
	change := m.perform(t, work, map[string]string{"sarif": "retrylint.sarif"}, event)
	assert.Equal(t, 3, change.code, change.stderr)
	assert.Contains(t, change.stdout, "file=new.go")
	assert.NotContains(t, change.stdout, "file=old.go")
	sarif, err := os.ReadFile(filepath.Join(work, "retrylint.sarif"))
	require.NoError(t, err)
	assert.True(t, json.Valid(sarif))
	assert.Contains(t, string(sarif), "new.go")

	both := m.perform(t, work, map[string]string{"since": ""}, event)
	assert.Equal(t, 3, both.code, both.stderr)
	assert.Contains(t, both.stdout, "file=old.go")

	// It passes when there is nothing, or nothing new.
	event["github.event.pull_request.base.sha"] = m.must(t, dir, "git", "rev-parse", "HEAD")
	nothing := m.perform(t, work, nil, event)
	assert.Equal(t, result{}, nothing)
	write(t, dir, "sub/go.mod", "module example.com/sub\n\ngo 1.26\n")
	write(t, dir, "sub/sub.go", "package sub\n")
	nothing = m.perform(t, dir, map[string]string{"working-directory": "sub"}, nil)
	assert.Equal(t, result{}, nothing)

	// What is wrong is said, and fails.
	write(t, dir, ".retrylint.yaml", "rules: {nojiter: off}\n")
	wrong := m.perform(t, dir, nil, nil)
	assert.Equal(t, 2, wrong.code)
	assert.Contains(t, wrong.stderr, `did you mean "nojitter"?`)
	assert.Empty(t, wrong.stdout)
	write(t, dir, ".retrylint.yaml", "")
	write(t, dir, "broken.go", "package shop\n\nvar X int = nothing\n")
	broken := m.perform(t, dir, nil, nil)
	assert.Equal(t, 1, broken.code, broken.stderr)
	assert.Contains(t, broken.stderr, "nothing")
	require.NoError(t, os.Remove(filepath.Join(dir, "broken.go")))

	// Inputs are data.
	hostile := m.perform(t, dir, map[string]string{"packages": "./... $(touch bad) ; touch bad", "flags": "-low `touch bad`"}, nil)
	assert.NotZero(t, hostile.code)
	assert.NoFileExists(t, filepath.Join(dir, "bad"))
}

// The workflows of the page use the action with inputs that it has.
func TestWorkflows(t *testing.T) {
	a := theAction(t)
	for _, text := range []string{"on: pull_request", "on: push"} {
		var workflow struct {
			Jobs map[string]struct{ Steps []step }
		}
		decode(t, block(t, "yaml", text), &workflow)
		uses := 0
		for _, s := range workflow.Jobs["retrylint"].Steps {
			if strings.HasPrefix(s.Uses, "retrylint/retrylint@") {
				uses++
				for name := range s.With {
					assert.Contains(t, a.Inputs, name)
				}
			}
		}
		assert.Equal(t, 1, uses)
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "ci.md"))
	require.NoError(t, err)
	for name := range a.Inputs {
		assert.Contains(t, string(page), "| `"+name+"` |")
	}
}

func TestGitLab(t *testing.T) {
	m := here(t)
	dir := m.repository(t)
	base := m.must(t, dir, "git", "rev-parse", "HEAD")
	var jobs map[string]struct {
		Script    []string
		Artifacts struct {
			Reports struct{ Codequality string }
		}
	}
	decode(t, block(t, "yaml", "gl-code-quality-report.json"), &jobs)
	job := jobs["retrylint"]
	env := []string{"CI_MERGE_REQUEST_DIFF_BASE_SHA=" + base}
	for _, bad := range []bool{false, true} {
		if bad {
			write(t, dir, "new.go", loop("New"))
		}
		r := m.script(t, dir, env, strings.Join(job.Script, "\n"))
		report, err := os.ReadFile(filepath.Join(dir, job.Artifacts.Reports.Codequality))
		require.NoError(t, err)
		var issues []struct {
			Location struct{ Path string }
		}
		require.NoError(t, json.Unmarshal(report, &issues), r.stderr)
		if !bad {
			assert.Zero(t, r.code, r.stderr)
			assert.Empty(t, issues)
			continue
		}
		assert.Equal(t, 3, r.code, r.stderr)
		require.Len(t, issues, 1)
		assert.Equal(t, "new.go", issues[0].Location.Path)
	}
}

// pre-commit installs all commands of the repository of the hook, and runs the entry with
// the arguments in the repository if a file of the types is staged.
func TestPreCommit(t *testing.T) {
	m := here(t)
	type hook struct {
		ID, Name, Description, Language, Entry string
		Args, Types                            []string
		PassFilenames                          *bool `yaml:"pass_filenames"`
	}
	text, err := os.ReadFile(filepath.Join(m.root, ".pre-commit-hooks.yaml"))
	require.NoError(t, err)
	var hooks []hook
	decode(t, string(text), &hooks)
	require.Len(t, hooks, 1)
	h := hooks[0]
	assert.Equal(t, "golang", h.Language)
	assert.Equal(t, []string{"go"}, h.Types)
	require.NotNil(t, h.PassFilenames)
	assert.False(t, *h.PassFilenames)
	var config struct {
		Repos []struct {
			Repo, Rev string
			Hooks     []hook
		}
	}
	decode(t, block(t, "yaml", "rev: "), &config)
	require.Equal(t, h.ID, config.Repos[0].Hooks[0].ID)

	m.must(t, m.root, "go", "install", "./...")
	dir := m.repository(t)
	all := m.run(t, dir, nil, filepath.Join(m.bin, h.Entry), h.Args...)
	assert.Equal(t, 3, all.code, all.stderr)
	assert.Contains(t, all.stdout, "old.go")
	args := config.Repos[0].Hooks[0].Args
	nothing := m.run(t, dir, nil, filepath.Join(m.bin, h.Entry), args...)
	assert.Equal(t, result{}, nothing)
	write(t, dir, "new.go", loop("New"))
	m.must(t, dir, "git", "add", "-A")
	brings := m.run(t, dir, nil, filepath.Join(m.bin, h.Entry), args...)
	assert.Equal(t, 3, brings.code, brings.stderr)
	assert.Contains(t, brings.stdout, "new.go")
	assert.NotContains(t, brings.stdout, "old.go")
}

func TestGitHook(t *testing.T) {
	m := here(t)
	dir := m.repository(t)
	m.must(t, dir, "go", "install", modulePath+"/cmd/retrylint@latest")
	path := filepath.Join(dir, ".git", "hooks", "pre-commit")
	write(t, dir, ".git/hooks/pre-commit", block(t, "sh", "#!/bin/sh"))
	require.NoError(t, os.Chmod(path, 0o777))
	write(t, dir, "new.go", loop("New"))
	m.must(t, dir, "git", "add", "-A")
	// A hook is told which index the commit has.
	for _, args := range [][]string{{"commit", "-q", "-m", "new"}, {"commit", "-q", "-a", "-m", "new"}, {"commit", "-q", "-m", "new", "new.go"}} {
		refused := m.run(t, dir, nil, "git", args...)
		assert.NotZero(t, refused.code)
		assert.Contains(t, refused.stdout+refused.stderr, "new.go:9:2: retries net.Dial")
		assert.NotContains(t, refused.stdout+refused.stderr, "old.go")
	}
	assert.Equal(t, "base", m.must(t, dir, "git", "log", "--format=%s"))
	write(t, dir, "new.go", strings.Replace(loop("New"), "time.Sleep(time.Second)", "time.Sleep(rand.N(time.Second))", 1))
	write(t, dir, "new.go", strings.Replace(read(t, filepath.Join(dir, "new.go")), `"net"`, "\"math/rand/v2\"\n\t\"net\"", 1))
	m.must(t, dir, "git", "add", "-A")
	m.must(t, dir, "git", "commit", "-q", "-m", "new")
	assert.Equal(t, "new\nbase", m.must(t, dir, "git", "log", "--format=%s"))
	assert.Empty(t, m.must(t, dir, "git", "status", "--porcelain"))
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(content)
}

func TestGoTool(t *testing.T) {
	m := here(t)
	dir := m.repository(t)
	for _, first := range []string{"go mod init", "go get -tool github"} {
		r := m.script(t, dir, nil, block(t, "sh", first))
		assert.NotZero(t, r.code)
		assert.Contains(t, r.stdout, "old.go:9:2: retries net.Dial", r.stderr)
		assert.Equal(t, first != "go mod init", strings.Contains(read(t, filepath.Join(dir, "go.mod")), modulePath))
	}
	assert.Contains(t, read(t, filepath.Join(dir, "go.mod")), "tool "+modulePath+"/cmd/retrylint\n")
	assert.Contains(t, m.must(t, dir, "go", "tool", "retrylint", "-version"), version)

	// Editors run go vet with the flags of their settings.
	var settings struct {
		Flags []string `json:"go.vetFlags"`
	}
	require.NoError(t, json.Unmarshal([]byte(block(t, "json", "go.vetFlags")), &settings))
	require.Len(t, settings.Flags, 1)
	tool := m.must(t, dir, "go", "tool", "-n", "retrylint")
	vet := m.run(t, dir, nil, "go", "vet", strings.Replace(settings.Flags[0], "/home/me/go/bin/retrylint", tool, 1), "./...")
	assert.Equal(t, 1, vet.code)
	assert.Contains(t, vet.stderr, "old.go:9:2: retries net.Dial")
	assert.True(t, json.Valid([]byte(block(t, "json", "go.lintTool"))))
}
