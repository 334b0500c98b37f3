package driver_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// counter has an entry point that passes through to a loop around another, one that leads to
// a single loop, and one that leads nowhere. It needs nothing of the standard library, which
// would be analysed anew whenever limits change.
const counter = `
-- store/store.go --
package store

//retrylint:remote
type Store interface {
	Get(key string) error
}

func Load(s Store) (err error) {
	for range 4 {
		if err = s.Get("x"); err == nil {
			return nil
		}
	}
	return err
}
-- counter/counter.go --
package counter

import "example.com/m/store"

type Server struct{ store store.Store }

func (s *Server) Order() error { return s.order() }

func (s *Server) order() (err error) {
	for range 4 {
		if err = store.Load(s.store); err == nil {
			return nil
		}
	}
	return err
}

func (s *Server) Ping() error { return store.Load(s.store) }

func (s *Server) Idle() {}
`

// The limit of an entry point counts there, whatever the common one is, whether it retries
// itself or not; for the command and for go vet.
func TestLimitsInSettings(t *testing.T) {
	t.Parallel()
	dir := module(t, counter)
	const (
		order = "counter/counter.go:10:2: up to 16 attempts of (Store).Get for one call: (*counter.Server).order 4× → store.Load 4× (store.go:9); when it fails, each layer multiplies its load; retry in one layer: without the retries here it is 4"
		entry = "counter/counter.go:7:18: up to 16 attempts of (Store).Get for one call: (*counter.Server).order 4× (counter.go:10) → store.Load 4× (store.go:9); when it fails, each layer multiplies its load; retry in one layer; the limit of (*counter.Server).Order is "
		ping  = "counter/counter.go:18:18: up to 4 attempts of (Store).Get for one call: store.Load 4× (store.go:9); the limit of (*counter.Server).Ping is "
	)
	for _, test := range []struct{ text, want string }{
		{"", order + "\n"},
		{"limits: {example.com/m/counter.Server.order: 16}\n", ""},
		{"limits: {example.com/m/counter.Server.order: 15}\n", order + "; the limit of (*counter.Server).order is 15\n"},
		{"limits: {example.com/m/counter.*: 16}\n", ""},
		{"limits: {example.com/m/counter.*: 16, example.com/m/counter.Server.Order: 12}\n", entry + "12\n"},
		{"limit: 100\nlimits: {example.com/m/counter.Server.Ping: 4}\n", ""},
		{"limit: 100\nlimits: {example.com/m/counter.Server.Ping: 3}\n", ping + "3\n"},
	} {
		setSettings(t, dir, test.text)
		got := execute(t, dir, []string{realRules}, executable(t), "-rules=nestedretry", "./...")
		want := result{stdout: withRule(test.want)}
		if test.want != "" {
			want.code = 3
		}
		assert.Equal(t, want, got, test.text)
	}
	vet := execute(t, dir, []string{realRules}, "go", "vet", "-vettool="+executable(t), "-nestedretry", "./...")
	assert.Contains(t, vet.stderr, ping+"3\n")
}

// withRule returns lines with the name of the rule behind each.
func withRule(text string) string {
	if text == "" {
		return ""
	}
	return text[:len(text)-1] + " (nestedretry)\n"
}

// Limits fall: what raises one is reported against the revision, and what can be lowered is.
func TestLimitsFall(t *testing.T) {
	t.Parallel()
	dir := module(t, counter)
	run := func(args ...string) result {
		return execute(t, dir, []string{realRules}, executable(t), args...)
	}
	file := filepath.Join(dir, ".retrylint.yaml")
	read := func() string {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		return string(data)
	}
	assert.Equal(t, result{code: 2, stderr: "retrylint: no .retrylint.yaml has limits\nRun 'retrylint -help' for usage.\n"}, run("limits", "check", "./..."))
	assert.Equal(t, result{code: 2, stderr: "retrylint: limits takes one of check and lower\nRun 'retrylint -help' for usage.\n"}, run("limits", "raise", "./..."))
	commit(t, dir)

	// The first limits may be what is true, and not more.
	setSettings(t, dir, `# What the entry points may make.
limits:
  example.com/m/counter.Server.Order: 20 # a lot
  example.com/m/counter.Server.Idle: 9
  example.com/m/counter.Server.Gone: 9
  example.com/m/counter.Server.*: 16
`)
	const had = ".retrylint.yaml:3:39: example.com/m/counter.Server.Order had no limit and made up to 16 attempts, now 20: limits only fall (nestedretry)\n"
	assert.Equal(t, result{code: 3, stdout: had}, run("-since=HEAD", "./..."))
	const slack = ".retrylint.yaml:3:39: the limit of example.com/m/counter.Server.Order is 20, and 16 are enough\n" +
		".retrylint.yaml:4:38: the limit of example.com/m/counter.Server.Idle is 9, and 1 is enough\n"
	const gone = ".retrylint.yaml:5:38: the limit of example.com/m/counter.Server.Gone is 9, and there is no such function\n"
	const hint = "Run 'retrylint limits lower' to lower what is higher than it need be.\n"
	assert.Equal(t, result{code: 3, stdout: slack + gone, stderr: hint}, run("limits", "check", "./..."))
	assert.Equal(t, result{code: 2, stderr: "retrylint: limits needs all packages of a module, as ./... in its directory: functions of any may be meant\nRun 'retrylint -help' for usage.\n"},
		run("limits", "lower", "./counter"))
	assert.Equal(t, result{stdout: slack}, run("limits", "lower", "./..."))
	const lowered = `# What the entry points may make.
limits:
  example.com/m/counter.Server.Order: 16 # a lot
  example.com/m/counter.Server.Idle: 1
  example.com/m/counter.Server.Gone: 9
  example.com/m/counter.Server.*: 16
`
	assert.Equal(t, lowered, read())
	assert.Equal(t, result{code: 3, stdout: gone}, run("limits", "check", "./..."))
	assert.Equal(t, result{}, run("-since=HEAD", "./..."))
	commit(t, dir)

	// A higher one is refused in each format, and where the rule is on.
	replace(t, file, "Order: 16", "Order: 17")
	const raised = ".retrylint.yaml:3:39: the limit of example.com/m/counter.Server.Order was 16, now 17: limits only fall (nestedretry)\n"
	assert.Equal(t, result{code: 3, stdout: raised}, run("-since=HEAD", "./..."))
	assert.Equal(t, result{}, run("-since=HEAD", "-rules=nojitter", "./..."))
	assert.Equal(t, result{code: 3, stdout: "::error file=.retrylint.yaml,line=3,col=39,title=retrylint%3A nestedretry::the limit of example.com/m/counter.Server.Order was 16, now 17: limits only fall\n"},
		run("-since=HEAD", "-format=github", "./..."))
	assert.Equal(t, result{code: 3, stdout: raised, stderr: "retrylint: 0 fixed in 0 files\n"}, run("-since=HEAD", "-fix", "./..."))

	// A limit that falls below what is made is the next one to mend, and none that this change raised.
	replace(t, file, "Order: 17", "Order: 12")
	const entry = "counter/counter.go:7:18: up to 16 attempts of (Store).Get for one call: (*counter.Server).order 4× (counter.go:10) → store.Load 4× (store.go:9); when it fails, each layer multiplies its load; retry in one layer; the limit of (*counter.Server).Order is 12"
	assert.Equal(t, result{}, run("-since=HEAD", "./..."))
	assert.Equal(t, result{code: 3, stdout: entry + " (nestedretry)\n"}, run("-rules=nestedretry", "./..."))
	replace(t, filepath.Join(dir, "counter", "counter.go"), "range 4", "range 5")
	got := run("-since=HEAD", "./...")
	assert.Equal(t, 3, got.code)
	assert.Contains(t, got.stdout, "the limit of (*counter.Server).Order is 12; was 16, now 20: (*counter.Server).order 5× (counter.go:10) instead of 4× (nestedretry)\n")

	// Broken code is not taken for mended code.
	before := read()
	replace(t, filepath.Join(dir, "counter", "counter.go"), "func (s *Server) Idle", "func (s *Server) Idle Idle")
	got = run("limits", "lower", "./...")
	assert.Equal(t, 1, got.code)
	assert.Contains(t, got.stderr, "of the limits nothing is known\n")
	assert.Equal(t, before, read())
}
