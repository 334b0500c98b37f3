package driver_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// orders has three loops around a helper that asks once, each with a finding.
const orders = `
-- orders/orders.go --
package orders

import (
	"time"

	"example.com/m/store"
)

// Order is the first.
func Order(s store.Store) (err error) {
	for range 4 {
		if err = store.Load(s, "order"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func Stock(s store.Store) (err error) {
	for range 3 {
		if err = store.Load(s, "stock"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func Price(s store.Store) (err error) {
	for range 2 {
		if err = store.Load(s, "price"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
-- orders/doc.go --
// Package orders has three loops.
package orders
-- store/store.go --
package store

//retrylint:remote
type Store interface {
	Get(key string) error
}

// Load asks once.
func Load(s Store, key string) error {
	return s.Get(key)
}
`

// retrying is what a change makes of the helper.
const retrying = `	for try := 1; ; try++ {
		err := s.Get(key)
		if err == nil || try == 4 {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
`

// A pull request as a pipeline sees it: what is on the main branch is accepted, the branch adds
// one retry in a helper, and what is reported is the products that this makes, each with what
// it was, what it is, and what made the difference. What the main branch got since then is no
// matter of it.
func TestPullRequest(t *testing.T) {
	t.Parallel()
	dir := module(t, orders)
	run := func(args ...string) result {
		return execute(t, dir, []string{realRules}, executable(t), args...)
	}
	assert.Equal(t, result{stdout: ".retrylint-baseline.yaml: 3 accepted, 3 of them new\n"}, run("baseline", "write", "-reason=before the gate", "./..."))
	commit(t, dir)
	git(t, dir, "branch", "-M", "main")
	assert.Equal(t, result{}, run("baseline", "check", "./..."))

	git(t, dir, "checkout", "-q", "-b", "branch")
	replace(t, filepath.Join(dir, "store", "store.go"), "\treturn s.Get(key)\n", retrying, "package store\n", "package store\n\nimport (\n\t\"math/rand/v2\"\n\t\"time\"\n)\n")
	commit(t, dir)
	git(t, dir, "checkout", "-q", "main")
	replace(t, filepath.Join(dir, "orders", "orders.go"), "range 2", "range 9")
	commit(t, dir)
	git(t, dir, "checkout", "-q", "branch")
	base := strings.TrimSpace(git(t, dir, "merge-base", "main", "HEAD"))

	const (
		order = "orders/orders.go:11:2: up to 16 attempts of (Store).Get for one call: orders.Order 4× → store.Load 4× (store.go:15); when it fails, each layer multiplies its load; retry in one layer: without the retries here it is 4"
		stock = "orders/orders.go:21:2: up to 12 attempts of (Store).Get for one call: orders.Stock 3× → store.Load 4× (store.go:15); when it fails, each layer multiplies its load; retry in one layer: without the retries here it is 4"
		made  = ": store.Load 4× (store.go:15) is new (nestedretry)\n"
	)
	want := result{code: 3, stdout: order + "; was 4, now 16" + made + stock + "; was 3, now 12" + made}
	assert.Equal(t, want, run("-since="+base, "./..."))
	assert.Equal(t, want, run("-since="+base, "-baseline=.retrylint-baseline.yaml", "./..."))
	assert.Equal(t, result{code: 3, stdout: order + " (nestedretry)\n" + stock + " (nestedretry)\n"}, run("baseline", "check", "./..."))
	assert.Empty(t, git(t, dir, "status", "--porcelain"))
}

// What moves within a package, is written in another way, or calls its variables something
// else, is not new, neither for a baseline nor since a revision; a function with another name is
// another one.
func TestMovedAndRenamed(t *testing.T) {
	t.Parallel()
	dir := module(t, orders)
	run := func(args ...string) result {
		return execute(t, dir, []string{realRules}, executable(t), args...)
	}
	// Chains are accepted too.
	helper := filepath.Join(dir, "store", "store.go")
	replace(t, helper, "\treturn s.Get(key)\n", retrying, "package store\n", "package store\n\nimport (\n\t\"math/rand/v2\"\n\t\"time\"\n)\n")
	require.Equal(t, result{stdout: ".retrylint-baseline.yaml: 5 accepted, 5 of them new\n"}, run("baseline", "write", "./..."))
	commit(t, dir)
	same := func() {
		t.Helper()
		assert.Equal(t, result{}, run("baseline", "check", "./..."))
		assert.Equal(t, result{}, run("-since=HEAD", "./..."))
	}

	// The helper to another file, and a function to another that is there.
	data, err := os.ReadFile(helper)
	require.NoError(t, err)
	head, load, ok := strings.Cut(string(data), "// Load asks once.\n")
	require.True(t, ok)
	imports := head[strings.Index(head, "import ("):strings.Index(head, "//retrylint:remote")]
	require.NoError(t, os.WriteFile(helper, []byte(strings.Replace(head, imports, "", 1)), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "store", "load.go"), []byte("package store\n\n"+imports+load), 0o666))
	file := filepath.Join(dir, "orders", "orders.go")
	data, err = os.ReadFile(file)
	require.NoError(t, err)
	rest, price, ok := strings.Cut(string(data), "func Price")
	require.True(t, ok)
	require.NoError(t, os.WriteFile(file, []byte(rest), 0o666))
	replace(t, filepath.Join(dir, "orders", "doc.go"), "package orders\n", "package orders\n\nimport (\n\t\"time\"\n\n\t\"example.com/m/store\"\n)\n\nfunc Price"+price)
	same()

	// The functions of a file the other way round, with other names of variables and parameters
	// and other white space.
	rest, stock, ok := strings.Cut(rest, "func Stock")
	require.True(t, ok)
	intro, order, ok := strings.Cut(rest, "// Order is the first.\n")
	require.True(t, ok)
	turned := intro + "func Stock" + stock + "\n\n/* Order is\n   the last. */\n" + order
	turned = strings.NewReplacer("range 4 {\n", "range 4 {\n\n\t\t// Once more.\n").Replace(renamed(turned, "err", "failure", "s", "from"))
	require.NoError(t, os.WriteFile(file, []byte(turned), 0o666))
	same()

	// Other names of functions.
	replace(t, file, "func Stock", "func Shelf")
	got := run("baseline", "check", "./...")
	assert.Equal(t, 3, got.code)
	assert.Equal(t, 2, strings.Count(got.stdout, "\n"), got.stdout)
	assert.Equal(t, 2, strings.Count(got.stdout, "orders.go:10:2: "), got.stdout)
	assert.Contains(t, got.stderr, "nestedretry in Stock of example.com/m/orders is accepted, and is no longer found\n")
	got = run("-since=HEAD", "./...")
	assert.Equal(t, 3, got.code)
	assert.Equal(t, 2, strings.Count(got.stdout, "orders.go:10:2: "), got.stdout)
}
