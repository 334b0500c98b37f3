package driver_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shop has three retry loops around a helper that asks once.
const shop = `
-- shop.go --
package shop

import (
	"context"
	"math/rand/v2"
	"time"

	"example.com/m/store"
)

func Order(ctx context.Context, s *store.Store) ([]byte, error) {
	var err error
	for range 4 {
		var order []byte
		if order, err = s.Load(ctx, "http://orders/1"); err == nil {
			return order, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return nil, err
}

func Stock(ctx context.Context, s *store.Store) ([]byte, error) {
	var err error
	for range 3 {
		var stock []byte
		if stock, err = s.Load(ctx, "http://stock/1"); err == nil {
			return stock, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return nil, err
}

func Price(ctx context.Context, s *store.Store) ([]byte, error) {
	var err error
	for range 2 {
		var price []byte
		if price, err = s.Load(ctx, "http://prices/1"); err == nil {
			return price, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
-- store/store.go --
package store

import (
	"context"
	"io"
	"net/http"
)

type Store struct{ client *http.Client }

// Load asks once.
func (s *Store) Load(ctx context.Context, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return s.get(req)
}

func (s *Store) get(req *http.Request) ([]byte, error) {
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}
`

// shopFindings are the findings in it.
const shopFindings = `shop.go:13:2: retries (*store.Store).Load after a constant 1s, 4 attempts: clients that fail together come back together; draw each wait at random between 0 and 1s (nojitter)
shop.go:29:2: retries (*store.Store).Load, 3 attempts, after a wait that ctx cannot end: a caller that has gone is waited for and asked for again; wait in a select that also receives from ctx.Done() (ignoredcancel)
shop.go:41:2: retries (*store.Store).Load, 2 attempts, after a wait that ctx cannot end (1s): a caller that has gone is waited for and asked for again; wait in a select that also receives from ctx.Done() (ignoredcancel)
shop.go:41:2: retries (*store.Store).Load after a constant 1s, 2 attempts: clients that fail together come back together; draw each wait at random between 0 and 1s (nojitter)
`

const (
	orderChain = "shop.go:13:2: up to 16 attempts of (*http.Client).Do for one call: m.Order 4× → (*store.Store).Load 4× (store.go:19); when it fails, each layer multiplies its load; retry in one layer: without the retries here it is 4"
	stockChain = "shop.go:29:2: up to 12 attempts of (*http.Client).Do for one call: m.Stock 3× → (*store.Store).Load 4× (store.go:19); when it fails, each layer multiplies its load; retry in one layer: without the retries here it is 4"
)

// addRetry makes the helper of the shop retry by itself.
func addRetry(t *testing.T, dir string) {
	t.Helper()
	replace(t, filepath.Join(dir, "store", "store.go"),
		"\treturn s.get(req)\n", `	for try := 1; ; try++ {
		data, err := s.get(req)
		if err == nil || try == 4 {
			return data, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(rand.N(time.Second)):
		}
	}
`, "\t\"net/http\"\n", "\t\"math/rand/v2\"\n\t\"net/http\"\n\t\"time\"\n")
}

// replace replaces texts in a file.
func replace(t *testing.T, file string, pairs ...string) {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	for i := 0; i < len(pairs); i += 2 {
		require.Contains(t, string(data), pairs[i])
	}
	require.NoError(t, os.WriteFile(file, []byte(strings.NewReplacer(pairs...).Replace(string(data))), 0o666))
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// commit commits all that there is, in a new repository if there is none.
func commit(t *testing.T, dir string) {
	t.Helper()
	git(t, dir, "init", "-q")
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", "change")
}

// A pull request: what it adds is reported with what was there before, and nothing else.
func TestSince(t *testing.T) {
	t.Parallel()
	dir := module(t, shop)
	commit(t, dir)
	temp := t.TempDir()
	run := func(args ...string) result {
		return execute(t, dir, []string{realRules, "TMPDIR=" + temp}, executable(t), args...)
	}
	assert.Equal(t, result{code: 3, stdout: shopFindings}, run("./..."))
	assert.Equal(t, result{code: 0}, run("-since=HEAD", "./..."))

	// What moves, and what is written in another way, is not new.
	data, err := os.ReadFile(filepath.Join(dir, "shop.go"))
	require.NoError(t, err)
	at := strings.Index(string(data), "func Price(")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "price.go"), []byte("package shop\n\nimport (\n\t\"context\"\n\t\"time\"\n\n\t\"example.com/m/store\"\n)\n\n"+
		renamed(string(data)[at:], "err", "failure", "price", "p")), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "shop.go"), data[:at], 0o666))
	assert.Equal(t, result{code: 0}, run("-since=HEAD", "./..."))
	// To another package too.
	require.NoError(t, os.Mkdir(filepath.Join(dir, "prices"), 0o777))
	require.NoError(t, os.Rename(filepath.Join(dir, "price.go"), filepath.Join(dir, "prices", "price.go")))
	replace(t, filepath.Join(dir, "prices", "price.go"), "package shop", "package prices")
	assert.Equal(t, result{code: 0}, run("-since=HEAD", "./..."))
	assert.Equal(t, result{code: 3, stdout: lines(shopFindings, "shop.go:41:2: ", "price.go:12:2: ")}, execute(t, filepath.Join(dir, "prices"), []string{realRules, "TMPDIR=" + temp}, executable(t), "-since=HEAD", "./..."),
		"the package did not exist, and what is elsewhere was not looked at")

	addRetry(t, dir)
	const added = ": (*store.Store).Load 4× (store.go:19) is new (nestedretry)\n"
	want := orderChain + "; was 4, now 16" + added + stockChain + "; was 3, now 12" + added
	assert.Equal(t, result{code: 3, stdout: want}, run("-since=HEAD", "./..."))
	got := run("-since=HEAD", "-format=json", "./...")
	assert.Equal(t, 3, got.code)
	assert.Contains(t, got.stdout, `"against":"HEAD"`)
	assert.Contains(t, got.stdout, `"before":{"kind":"up to","n":4},"changed":["(*store.Store).Load 4× (store.go:19) is new"]`)
	got = run("-since=HEAD", "-format=sarif", "./...")
	assert.Equal(t, 2, strings.Count(got.stdout, `"baselineState": "updated"`))

	// The next change makes one of them worse.
	commit(t, dir)
	assert.Equal(t, result{code: 0}, run("-since=HEAD", "./..."))
	replace(t, filepath.Join(dir, "shop.go"), "range 3", "range 5")
	assert.Equal(t, result{code: 3, stdout: strings.NewReplacer("12 attempts", "20 attempts", "m.Stock 3×", "m.Stock 5×").Replace(stockChain) +
		"; was 12, now 20: m.Stock 5× (shop.go:29) instead of 3× (nestedretry)\n"}, run("-since=HEAD", "./..."))

	// Nothing stays behind.
	entries, err := os.ReadDir(temp)
	require.NoError(t, err)
	for _, e := range entries {
		assert.False(t, strings.HasPrefix(e.Name(), "retrylint-"), e.Name())
	}
	assert.Equal(t, 1, strings.Count(git(t, dir, "worktree", "list"), "\n"))
}

// renamed returns source with other names.
func renamed(source string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		source = regexp.MustCompile(`\b`+pairs[i]+`\b`).ReplaceAllString(source, pairs[i+1])
	}
	return source
}

// lines returns the lines of a text that begin with a prefix, which is replaced.
func lines(text, prefix, replacement string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, prefix); ok {
			out.WriteString(replacement + rest)
		}
	}
	return out.String()
}

// Where the revision cannot be analysed in full, its findings are not all known.
func TestSinceBrokenBase(t *testing.T) {
	t.Parallel()
	dir := module(t, bad+"-- b/b.go --\npackage b\n\nvar X int = undefinedName\n")
	commit(t, dir)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "b", "b.go"), []byte("package b\n\nfunc Bad() {}\n"), 0o666))
	got := runTests(t, dir, "-since=HEAD", "./...")
	assert.Equal(t, 1, got.code)
	assert.Contains(t, got.stdout, "b/b.go:3:6: ")
	assert.Contains(t, got.stderr, "retrylint: of HEAD:\n")
	assert.Contains(t, got.stderr, "undefined: undefinedName")
	assert.Contains(t, got.stderr, "retrylint: HEAD could not be analysed in full; what is found in those packages counts as new\n")
}

// A run that is interrupted takes its tree with it.
func TestSinceInterrupted(t *testing.T) {
	t.Parallel()
	dir := module(t, shop)
	commit(t, dir)
	temp := t.TempDir()
	cmd := exec.CommandContext(t.Context(), executable(t), "-since=HEAD", "./...")
	cmd.Dir = dir
	// With a cache of its own the analysis takes its time.
	cmd.Env = append(os.Environ(), realRules, "TMPDIR="+temp, "GOCACHE="+t.TempDir())
	require.NoError(t, cmd.Start())
	require.Eventually(t, func() bool {
		trees, err := filepath.Glob(filepath.Join(temp, "retrylint-*", "*", "shop.go"))
		return err == nil && len(trees) == 1
	}, time.Minute, 10*time.Millisecond)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	assert.Error(t, cmd.Wait())
	assert.Equal(t, 1, cmd.ProcessState.ExitCode())
	trees, err := filepath.Glob(filepath.Join(temp, "retrylint-*"))
	require.NoError(t, err)
	assert.Empty(t, trees)
	assert.Equal(t, 1, strings.Count(git(t, dir, "worktree", "list"), "\n"))
}

func TestBaseline(t *testing.T) {
	t.Parallel()
	dir := module(t, shop)
	run := func(args ...string) result {
		return execute(t, dir, []string{realRules}, executable(t), args...)
	}
	assert.Equal(t, result{code: 2, stderr: ".retrylint-baseline.yaml: no such file or directory\n"}, run("baseline", "check", "./..."))
	assert.Equal(t, result{stdout: ".retrylint-baseline.yaml: 4 accepted, 4 of them new\n"}, run("baseline", "write", "-reason=before the gate", "./..."))
	file := filepath.Join(dir, ".retrylint-baseline.yaml")
	written, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, 4, strings.Count(string(written), "reason: \"before the gate\"\n"))
	assert.Equal(t, result{}, run("baseline", "check", "./..."))
	assert.Equal(t, result{}, run("-baseline=.retrylint-baseline.yaml", "./..."))
	// Of what was not looked at nothing is said.
	assert.Equal(t, result{}, run("baseline", "check", "./store"))
	assert.Equal(t, result{}, run("baseline", "prune", "./store"))

	// Other names, other lines and another file change nothing.
	data, err := os.ReadFile(filepath.Join(dir, "shop.go"))
	require.NoError(t, err)
	require.NoError(t, os.Rename(filepath.Join(dir, "shop.go"), filepath.Join(dir, "moved.go")))
	moved := strings.NewReplacer("func ", "// A comment.\nfunc ", "{\n\tvar", "{\n\n\tvar").Replace(renamed(string(data), "err", "failure", "order", "o"))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "moved.go"), []byte(moved), 0o666))
	assert.Equal(t, result{}, run("baseline", "check", "./..."))
	require.NoError(t, os.Remove(filepath.Join(dir, "moved.go")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "shop.go"), data, 0o666))

	// What is new is reported; accepted, its product may not rise.
	addRetry(t, dir)
	assert.Equal(t, result{code: 3, stdout: orderChain + " (nestedretry)\n" + stockChain + " (nestedretry)\n"}, run("baseline", "check", "./..."))
	assert.Equal(t, result{stdout: ".retrylint-baseline.yaml: 6 accepted, 2 of them new\n"}, run("baseline", "write", "./..."))
	assert.Equal(t, result{}, run("baseline", "check", "./..."))
	replace(t, filepath.Join(dir, "shop.go"), "range 3", "range 5")
	got := run("baseline", "check", "-format=line", "./...")
	assert.Equal(t, 3, got.code)
	assert.Contains(t, got.stdout, "; was 12, now 20 (nestedretry)\n")

	// What has gone is stale, and is taken out.
	replace(t, filepath.Join(dir, "shop.go"), "range 5", "range 1", "case <-time.After(time.Second)", "case <-time.After(rand.N(time.Second))")
	got = run("baseline", "check", "./...")
	assert.Equal(t, 3, got.code)
	assert.Empty(t, got.stdout)
	const (
		jitter = "nojitter in Order of example.com/m is accepted, and is no longer found\n"
		cancel = "ignoredcancel in Stock of example.com/m is accepted, and is no longer found\n"
		nested = "nestedretry in Stock of example.com/m is accepted, and is no longer found\n"
	)
	for _, want := range []string{jitter, cancel, nested} {
		assert.Contains(t, got.stderr, ".retrylint-baseline.yaml: "+want)
	}
	assert.Contains(t, got.stderr, "Run 'retrylint baseline prune' to take out what is not needed.\n")
	assert.Equal(t, 0, run("-baseline=.retrylint-baseline.yaml", "./...").code, "that is no finding")
	got = run("baseline", "prune", "./...")
	assert.Equal(t, result{stdout: got.stdout}, got)
	assert.Equal(t, 3, strings.Count(got.stdout, "\n"))
	assert.Equal(t, result{}, run("baseline", "check", "./..."))
	assert.Equal(t, result{}, run("baseline", "prune", "./..."))

	// A day that has passed.
	replace(t, file, "reason: \"before the gate\"\n", "reason: \"before the gate\"\n    expires: 2020-01-31\n")
	got = run("baseline", "check", "./...")
	assert.Equal(t, 3, got.code)
	assert.Contains(t, got.stdout, "; it was accepted until 2020-01-31 (nojitter)\n")

	// Broken code is not taken for mended code.
	before, err := os.ReadFile(file)
	require.NoError(t, err)
	replace(t, filepath.Join(dir, "shop.go"), "func Order", "func Order Order")
	for _, verb := range []string{"write", "prune"} {
		got = run("baseline", verb, "./...")
		assert.Equal(t, 1, got.code)
		assert.Contains(t, got.stderr, "the baseline was not changed\n")
	}
	after, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))
}

func TestFix(t *testing.T) {
	t.Parallel()
	dir := module(t, shop)
	run := func(args ...string) result {
		return execute(t, dir, []string{realRules}, executable(t), args...)
	}
	file := filepath.Join(dir, "shop.go")
	before, err := os.ReadFile(file)
	require.NoError(t, err)
	diff := run("-diff", "./...")
	assert.Equal(t, 3, diff.code, diff.stderr)
	assert.Contains(t, diff.stdout, "--- a/shop.go\n+++ b/shop.go\n@@ ")
	assert.Contains(t, diff.stdout, "\n-\t\tcase <-time.After(time.Second):\n+\t\tcase <-time.After(rand.N(time.Second)):\n")
	same, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(same))

	got := run("-fix", "./...")
	assert.Regexp(t, `^retrylint: [1-9] fixed in 1 files\n$`, got.stderr[strings.LastIndex(got.stderr, "retrylint: "):])
	assert.NotContains(t, got.stdout, "(nojitter)")
	after, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Contains(t, string(after), "case <-time.After(rand.N(time.Second)):")
	cmd := exec.CommandContext(t.Context(), "go", "build", "./...")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)

	// The diff is that of the fix.
	require.NoError(t, os.WriteFile(file, before, 0o666))
	apply := exec.CommandContext(t.Context(), "git", "apply", "-")
	apply.Dir = dir
	apply.Stdin = strings.NewReader(diff.stdout)
	out, err = apply.CombinedOutput()
	require.NoError(t, err, "%s", out)
	applied, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(after), string(applied))

	// Only what is shown is fixed.
	require.NoError(t, os.WriteFile(file, before, 0o666))
	assert.Equal(t, result{}, run("-diff", "-rules=retry4xx", "./..."))
}

// What a directive no longer silences is new; what the settings turn on is not.
func TestSinceSilenced(t *testing.T) {
	t.Parallel()
	dir := module(t, shop+"-- .retrylint.yaml --\nrules:\n  ignoredcancel: off\n")
	file := filepath.Join(dir, "shop.go")
	replace(t, file, "range 4 {", "range 4 { //retrylint:ignore nojitter there is one client")
	commit(t, dir)
	run := func() result {
		return execute(t, dir, []string{realRules}, executable(t), "-since=HEAD", "./...")
	}
	require.NoError(t, os.Remove(filepath.Join(dir, ".retrylint.yaml")))
	assert.Equal(t, result{}, run())
	replace(t, file, " //retrylint:ignore nojitter there is one client", "")
	assert.Equal(t, result{code: 3, stdout: lines(shopFindings, "shop.go:13:2: ", "shop.go:13:2: ")}, run())
}

// cache retries a call of a client that retries by itself.
const cache = `
-- cache.go --
package cache

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func Get(ctx context.Context, key string) (value string, err error) {
	rdb := redis.NewClient(&redis.Options{Addr: "cache:6379"})
	for range 3 {
		if value, err = rdb.Get(ctx, key).Result(); err == nil {
			return value, nil
		}
	}
	return "", err
}
`

// What a library multiplies is held to its product as any chain is.
func TestProductOfLibrary(t *testing.T) {
	t.Parallel()
	redis, err := filepath.Abs("../../testdata/stubs/go-redis")
	require.NoError(t, err)
	dir := module(t, "-- go.mod --\nmodule example.com/m\n\ngo 1.26\n\nrequire github.com/redis/go-redis/v9 v9.7.0\n\nreplace github.com/redis/go-redis/v9 => "+redis+cache)
	commit(t, dir)
	run := func(args ...string) result {
		return execute(t, dir, []string{realRules}, executable(t), args...)
	}
	require.Equal(t, 0, run("baseline", "write", "./...").code)
	written, err := os.ReadFile(filepath.Join(dir, ".retrylint-baseline.yaml"))
	require.NoError(t, err)
	assert.Contains(t, string(written), "    product: 12\n")

	replace(t, filepath.Join(dir, "cache.go"), "range 3", "range 4")
	const text = "cache.go:11:2: 4 attempts here × 4 in go-redis (default MaxRetries 3, v9.7.0) = up to 16: go-redis already retries (*redis.Client).Get; " +
		"MaxRetries: -1 turns go-redis's off; was 12, now 16"
	assert.Equal(t, result{code: 3, stdout: text + " (libdoubleretry)\n"}, run("baseline", "check", "./..."))
	assert.Equal(t, result{code: 3, stdout: text + ": m.Get 4× (cache.go:11) instead of 3× (libdoubleretry)\n"}, run("-since=HEAD", "./..."))
	replace(t, filepath.Join(dir, "cache.go"), "range 4", "range 2")
	assert.Equal(t, result{}, run("-since=HEAD", "./..."))
	assert.Equal(t, result{stdout: "libdoubleretry in Get of example.com/m is accepted with a product of 12, and it is 8\n"}, run("baseline", "prune", "./..."))
}
