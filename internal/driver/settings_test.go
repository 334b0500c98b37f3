package driver_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// unseen retries a call that nothing in sight says is remote: that of an interface
// without implementations.
const unseen = `
-- store/store.go --
package store

type Store interface {
	Load(key string) error
}
-- user/user.go --
package user

import "example.com/m/store"

func Get(s store.Store) (err error) {
	for range 3 {
		if err = s.Load("x"); err == nil {
			return nil
		}
	}
	return err
}
`

const (
	remoteStore = "remote:\n  types: example.com/m/store.Store\n"
	unseenHead  = "user/user.go:6:2: retries (store.Store).Load with no wait in between, 3 attempts: a failing server gets them all at once; wait a random time that grows with each attempt"
)

// setSettings writes the settings of a directory, or removes them if there are to be none.
func setSettings(t *testing.T, dir, text string) {
	t.Helper()
	path := filepath.Join(dir, ".retrylint.yaml")
	if text == "" {
		require.NoError(t, os.RemoveAll(path))
		return
	}
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
}

// Whatever changes in the settings shows in the next run, of the command and of go vet,
// from any directory of the module.
func TestSettingsAreNeverStale(t *testing.T) {
	t.Parallel()
	dir := module(t, unseen)
	for _, test := range []struct {
		text  string
		found bool
	}{
		{"", false},
		{remoteStore, true},
		{remoteStore + "tests: true\n", true},
		{remoteStore + "rules:\n  nojitter: off\n", false},
		{remoteStore + "exclude: user\n", false},
		{remoteStore + "exclude: store\n", true},
		{"remote:\n  packages: example.com/m/...\n", true},
		{"remote:\n  functions: (example.com/m/store.Store).Load\n", true},
		{"remote:\n  functions: (example.com/m/store.Store).Save\n", false},
		{remoteStore, true},
		{"", false},
	} {
		setSettings(t, dir, test.text)
		want := result{}
		if test.found {
			want = result{code: 3, stdout: unseenHead + " (nojitter)\n"}
		}
		assert.Equal(t, want, execute(t, dir, []string{realRules}, executable(t), "./..."), test.text)
		for _, sub := range []string{"", "user", "store"} {
			vet := execute(t, filepath.Join(dir, sub), []string{realRules}, "go", "vet", "-vettool="+executable(t), "example.com/m/user")
			assert.Equal(t, test.found, vet.code == 1, "%s in %q: %s", test.text, sub, vet.stderr)
			assert.Equal(t, test.found, strings.Contains(vet.stderr, "user.go:6:2: retries (store.Store).Load"), "%s in %q: %s", test.text, sub, vet.stderr)
		}
	}
}

// What is wrong in the settings is said once, with its place, and nothing is run.
func TestWrongSettings(t *testing.T) {
	t.Parallel()
	const ran = "func Bad() {}\n"
	dir := module(t, "-- a/a.go --\npackage a\n\n"+ran)
	const end = "retrylint: the settings are wrong; nothing was run\n"
	path := filepath.Join(dir, ".retrylint.yaml")
	for name, test := range map[string]struct {
		make func() error
		want string
	}{
		"a rule": {
			func() error { return os.WriteFile(path, []byte("rules:\n  nojiter: off\nlimit: ten\n"), 0o666) },
			".retrylint.yaml:2:3: unknown rule \"nojiter\", did you mean \"nojitter\"?\n.retrylint.yaml:3:8: \"ten\", where a whole number from 1 to 1000000 is expected\n",
		},
		"binary":        {func() error { return os.WriteFile(path, []byte("\x7fELF\x00"), 0o666) }, ".retrylint.yaml: the file is not text; settings are YAML in UTF-8\n"},
		"too large":     {func() error { return os.WriteFile(path, make([]byte, 1<<20), 0o666) }, ".retrylint.yaml: the file is larger than 256 KiB; settings are shorter\n"},
		"a directory":   {func() error { return os.Mkdir(path, 0o777) }, ".retrylint.yaml: not a file\n"},
		"a broken link": {func() error { return os.Symlink("nowhere", path) }, ".retrylint.yaml: the settings cannot be read: no such file or directory\n"},
		"another name": {
			func() error { return os.WriteFile(filepath.Join(dir, ".retrylint.yml"), nil, 0o666) },
			".retrylint.yml: the file with the settings is called .retrylint.yaml\n",
		},
	} {
		require.NoError(t, test.make(), name)
		want := result{code: 2, stderr: test.want + end}
		assert.Equal(t, want, execute(t, dir, []string{realRules}, executable(t), "./..."), name)
		assert.Equal(t, want, execute(t, dir, []string{realRules}, executable(t), "explain", "a/a.go:3"), name)
		assert.Equal(t, want, execute(t, dir, []string{realRules}, executable(t), "-json", "./nosuch"), name)
		vet := execute(t, dir, []string{realRules}, "go", "vet", "-vettool="+executable(t), "./...")
		assert.Equal(t, 1, vet.code, name)
		assert.Contains(t, vet.stderr, test.want, name)
		assert.Equal(t, 1, strings.Count(vet.stderr, strings.SplitN(test.want, "\n", 2)[0]), name)
		require.NoError(t, os.RemoveAll(path))
		require.NoError(t, os.RemoveAll(filepath.Join(dir, ".retrylint.yml")))
	}

	// The page of a rule has nothing to do with a module.
	setSettings(t, dir, "wrong: 1\n")
	assert.Equal(t, 0, execute(t, dir, []string{realRules}, executable(t), "explain", "nojitter").code)
	assert.Equal(t, 0, execute(t, dir, []string{realRules}, executable(t), "rules").code)
}

// The settings are those of the module, or of a directory above it in the repository.
func TestSettingsAboveTheModule(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	dir := filepath.Join(top, "services", "one")
	require.NoError(t, os.MkdirAll(filepath.Dir(dir), 0o777))
	require.NoError(t, os.CopyFS(dir, os.DirFS(module(t, unseen))))
	run := func() int { return execute(t, dir, []string{realRules}, executable(t), "./...").code }
	vet := func() int {
		return execute(t, filepath.Join(dir, "user"), []string{realRules}, "go", "vet", "-vettool="+executable(t), ".").code
	}
	assert.Equal(t, []int{0, 0}, []int{run(), vet()}, "no settings")
	setSettings(t, top, remoteStore)
	assert.Equal(t, []int{3, 1}, []int{run(), vet()}, "above")
	setSettings(t, top, remoteStore+"exclude: services/one/user\n")
	assert.Equal(t, []int{0, 0}, []int{run(), vet()}, "paths are relative to the file")
	setSettings(t, dir, "limit: 5\n")
	assert.Equal(t, []int{0, 0}, []int{run(), vet()}, "the nearest counts, alone")
	setSettings(t, dir, "")
	setSettings(t, top, remoteStore)
	setSettings(t, filepath.Join(dir, "user"), "limit: 5\n")
	assert.Equal(t, []int{3, 1}, []int{run(), vet()}, "below the module is none")
	require.NoError(t, os.Mkdir(filepath.Join(dir, ".git"), 0o777))
	assert.Equal(t, []int{0, 0}, []int{run(), vet()}, "above the repository is somebody else's")
}

// Settings count whatever the directory is called.
func TestSettingsThroughLink(t *testing.T) {
	t.Parallel()
	dir := module(t, unseen)
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(dir, link))
	want := result{code: 3, stdout: unseenHead + " (nojitter)\n"}
	setSettings(t, dir, remoteStore)
	assert.Equal(t, want, execute(t, link, []string{realRules, "PWD=" + link}, executable(t), "./..."))
	assert.Equal(t, 3, execute(t, dir, []string{realRules}, executable(t), "-C", link, "./...").code)
	setSettings(t, dir, remoteStore+"exclude: user\n")
	assert.Equal(t, result{}, execute(t, link, []string{realRules, "PWD=" + link}, executable(t), "./..."))
	assert.Equal(t, result{}, execute(t, dir, []string{realRules}, executable(t), "-C", link, "./..."))
}

// Each module of a workspace has its own settings, and a change of any is seen.
func TestSettingsInWorkspace(t *testing.T) {
	t.Parallel()
	loop := func(name string) string {
		return "-- " + name + "/go.mod --\nmodule example.com/" + name + "\n\ngo 1.26\n-- " + name + "/store.go --\npackage " + name + `

type ` + name + `Store interface{ Load(key string) error }

func Get(s ` + name + `Store) (err error) {
	for range 3 {
		if err = s.Load("x"); err == nil {
			return nil
		}
	}
	return err
}
`
	}
	dir := module(t, "-- go.mod --\nmodule example.com/top\n\ngo 1.26\n-- top.go --\npackage top\n"+
		"-- go.work --\ngo 1.26\n\nuse (\n\t.\n\t./one\n\t./two\n)\n"+loop("one")+loop("two"))
	found := func(sub string, env ...string) []string {
		env = append(env, realRules)
		got := execute(t, filepath.Join(dir, sub), env, executable(t), "example.com/one", "example.com/two")
		vet := execute(t, filepath.Join(dir, sub), env, "go", "vet", "-vettool="+executable(t), "example.com/one", "example.com/two")
		var names []string
		for _, name := range []string{"one", "two"} {
			if strings.Contains(got.stdout, "("+name+"Store).Load") {
				names = append(names, name)
			}
			assert.Equal(t, strings.Contains(got.stdout, "("+name+"Store).Load"), strings.Contains(vet.stderr, "("+name+"Store).Load"), "%s\n%s", got.stdout, vet.stderr)
		}
		return names
	}
	assert.Empty(t, found(""))
	setSettings(t, filepath.Join(dir, "two"), "remote: {types: example.com/two.Store}\n")
	assert.Empty(t, found("one"), "a name of something else")
	setSettings(t, filepath.Join(dir, "two"), "remote: {types: example.com/*.*Store}\n")
	assert.Equal(t, []string{"two"}, found("one"), "each module has its own")
	assert.Equal(t, []string{"two"}, found(""))
	setSettings(t, dir, "remote: {types: example.com/*.*Store}\n")
	assert.Equal(t, []string{"one", "two"}, found("two"), "one finds that above")
	setSettings(t, filepath.Join(dir, "two"), "rules: {nojitter: off}\n")
	assert.Equal(t, []string{"one"}, found(""))
	setSettings(t, dir, "")
	setSettings(t, filepath.Join(dir, "two"), "rules: {nojiter: off}\n")
	assert.Equal(t, 2, execute(t, filepath.Join(dir, "one"), []string{realRules}, executable(t)).code, "those of another module of the workspace")
	assert.Equal(t, 0, execute(t, filepath.Join(dir, "one"), []string{realRules, "GOWORK=off"}, executable(t)).code, "without the workspace it is another matter")
}

// Packages of other modules do not depend on who imports them: neither on the settings
// of the module that is analysed nor on their own.
func TestSettingsOfOtherModules(t *testing.T) {
	t.Parallel()
	dir := module(t, "-- go.mod --\nmodule example.com/m\n\ngo 1.26\n\nrequire example.com/dep v1.0.0\n\nreplace example.com/dep v1.0.0 => ./dep\n"+
		unseen+"-- user/dep.go --\npackage user\n\nimport _ \"example.com/dep\"\n"+
		"-- dep/go.mod --\nmodule example.com/dep\n\ngo 1.26\n-- dep/dep.go --\npackage dep\n\n//retrylint:remote\nfunc Do() error { return nil }\n")
	setSettings(t, filepath.Join(dir, "dep"), "this is no file with settings")
	setSettings(t, dir, remoteStore)
	want := result{code: 3, stdout: unseenHead + " (nojitter)\n"}
	assert.Equal(t, want, execute(t, dir, []string{realRules}, executable(t), "./..."))
	assert.Equal(t, 1, execute(t, dir, []string{realRules}, "go", "vet", "-vettool="+executable(t), "./...").code)
}

// What the command filters itself does not run the analysis again, which would have a
// tool of another identity.
func TestFiltersNeedNoAnalysis(t *testing.T) {
	t.Parallel()
	dir := module(t, unseen)
	id := func(env ...string) string {
		got := execute(t, dir, append(env, realRules), executable(t), "-V=full")
		require.Equal(t, 0, got.code, got.stderr)
		return got.stdout
	}
	const command = "RETRYLINT_RECORDS=1"
	bare, commandBare := id(), id(command)
	assert.Equal(t, bare, commandBare)
	setSettings(t, dir, "tests: true\nrules: {nojitter: off}\nexclude: a\n")
	assert.NotEqual(t, bare, id())
	filters := id(command)
	setSettings(t, dir, "confidence: high\n")
	assert.Equal(t, filters, id(command))
	setSettings(t, dir, "confidence: high\n"+remoteStore)
	assert.NotEqual(t, filters, id(command))
}

// The limit of nestedretry is that of the settings: twelve attempts are above ten and
// not above twelve.
func TestLimitInSettings(t *testing.T) {
	t.Parallel()
	dir := module(t, `
-- store/store.go --
package store

//retrylint:remote
type Store interface {
	Load(key string) error
}
-- user/user.go --
package user

import "example.com/m/store"

func Get(s store.Store) (err error) {
	for range 3 {
		if err = s.Load("x"); err == nil {
			return nil
		}
	}
	return err
}

func GetAgain(s store.Store) (err error) {
	for range 4 {
		if err = Get(s); err == nil {
			return nil
		}
	}
	return err
}
`)
	for _, test := range []struct {
		text  string
		found bool
	}{{"", true}, {"limit: 12\n", false}, {"limit: 11\n", true}} {
		setSettings(t, dir, test.text)
		got := execute(t, dir, []string{realRules}, executable(t), "-rules=nestedretry", "./...")
		assert.Equal(t, test.found, strings.Contains(got.stdout, "user/user.go:15:2: up to 12 attempts"), "%s%s", test.text, got.stdout)
		vet := execute(t, dir, []string{realRules}, "go", "vet", "-vettool="+executable(t), "-nestedretry", "./...")
		assert.Equal(t, test.found, strings.Contains(vet.stderr, "user/user.go:15:2: up to 12 attempts"), "%s%s", test.text, vet.stderr)
	}
}

// Who retries outside of the program is told in the settings: three times four are
// twelve.
func TestCallersInSettings(t *testing.T) {
	t.Parallel()
	dir := module(t, `
-- user/user.go --
package user

import "net/http"

type Server struct{}

func (s *Server) Get(url string) (resp *http.Response, err error) {
	for range 4 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
	}
	return nil, err
}
`)
	const finding = "user/user.go:7:18: up to 12 attempts of http.Get for one request: callers of (*user.Server).Get 3× (as .retrylint.yaml says) → (*user.Server).Get 4× (user.go:8);"
	for _, test := range []struct {
		text  string
		found bool
	}{{"", false}, {"callers: {example.com/m/user.Server.Get: 3}\n", true}, {"callers: {example.com/m/user.*: 2}\n", false}} {
		setSettings(t, dir, test.text)
		got := execute(t, dir, []string{realRules}, executable(t), "-rules=nestedretry", "./...")
		assert.Equal(t, test.found, strings.Contains(got.stdout, finding), "%s%s", test.text, got.stdout)
	}
}

// A user's own library changes the findings, also where it is another module, and a
// mistake in it is said with its place.
func TestLibraryInSettings(t *testing.T) {
	t.Parallel()
	dir := module(t, "-- go.mod --\nmodule example.com/m\n\ngo 1.26\n\nrequire example.com/fetch v1.0.0\n\nreplace example.com/fetch v1.0.0 => ./fetch\n"+`
-- user/user.go --
package user

import "example.com/fetch"

func Get(c *fetch.Client) (err error) {
	for range 3 {
		if err = c.Get("x"); err == nil {
			return nil
		}
	}
	return err
}
-- fetch/go.mod --
module example.com/fetch

go 1.26
-- fetch/fetch.go --
package fetch

type Client struct{ Retries int }

func (c *Client) Get(url string) error { return nil }
`)
	const library = `libraries:
  - library: fetch
    imports: {fetch: example.com/fetch}
    clients:
      - name: fetch.Client
        types: [fetch.Client]
        calls: [fetch.Client.Get]
        settings: [fetch.Client.Retries]
        off: ["Retries: -1"]
    settings:
      - symbol: fetch.Client.Retries
        sets: attempts
        counts: retries
        default: "3"
        zero: default
        negative: "off"
`
	const want = "user/user.go:6:2: 3 attempts here × 4 in fetch (default Retries 3) = up to 12: fetch already retries (*fetch.Client).Get; Retries: -1 turns fetch's off"
	for _, test := range []struct {
		text  string
		found bool
	}{{"", false}, {library, true}, {library + "rules: {libdoubleretry: off}\n", false}} {
		setSettings(t, dir, test.text)
		got := execute(t, dir, []string{realRules}, executable(t), "-rules=libdoubleretry", "./...")
		vet := execute(t, dir, []string{realRules}, "go", "vet", "-vettool="+executable(t), "-libdoubleretry", "./...")
		for _, out := range []string{got.stdout, vet.stderr} {
			assert.Equal(t, test.found, strings.Contains(out, want), "%s%s", test.text, out)
		}
	}
	setSettings(t, dir, strings.Replace(library, "sets:", "set:", 1))
	assert.Equal(t, result{code: 2, stderr: ".retrylint.yaml:12:9: unknown key \"set\", did you mean \"sets\"?\nretrylint: the settings are wrong; nothing was run\n"},
		execute(t, dir, []string{realRules}, executable(t), "./..."))
}
