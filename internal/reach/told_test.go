package reach

import (
	"go/types"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/settings"
)

// told is a package of which nothing speaks for a remote, and its user.
const (
	told = `package store

type Store interface {
	Load(key string) error
	Close() error
}

type Wide interface {
	Store
	Save(key string) error
}

type Handler func(string) error

type Client struct{}

func (*Client) Get() error { return nil }
func (*Client) Name() string { return "" }

type Cache[K any] struct{}

func (*Cache[K]) Get(k K) error { return nil }

func Open() error { return nil }
func Size() int { return 0 }
`
	toldUser = `package user

import "example.com/m/store"

type own interface{ do() error }

func Load(s store.Store) error { return s.Load("") }
func Close(s store.Store) error { return s.Close() }
func WideLoad(w store.Wide) error { return w.Load("") }
func WideSave(w store.Wide) error { return w.Save("") }
func Get(c *store.Client) error { return c.Get() }
func Name(c *store.Client) string { return c.Name() }
func Cached(c *store.Cache[string]) error { return c.Get("") }
func Open() error { return store.Open() }
func Size() int { return store.Size() }
func Handle(h store.Handler) error { return h("") }
func Own(o own) error { return o.do() }
`
)

// What the settings of a module name is remote for the packages of that module.
func TestRemoteBySettings(t *testing.T) {
	for _, test := range []struct{ name, yaml, want string }{
		{"nothing", "limit: 10", ""},
		{"a function", "remote: {functions: example.com/m/store.Open}", "remote: Open"},
		{"a method", "remote: {functions: example.com/m/store.Client.Get}", "remote: Get"},
		{"a method as Go prints it", "remote: {functions: (*example.com/m/store.Client).Get}", "remote: Get"},
		{"a method of a generic type", "remote: {functions: example.com/m/store.Cache.Get}", "remote: Cached"},
		{"a pattern", "remote: {functions: .../store.*.Get}", "remote: Cached, Get"},
		{"an interface", "remote: {types: example.com/m/store.Store}", "remote: Close, Load, WideLoad"},
		{"an interface of the package itself", "remote: {types: example.com/m/user.own}", "remote: Own"},
		{"a method of an interface", "remote: {functions: example.com/m/store.Store.Load}", "remote: Load, WideLoad"},
		{"a type of functions", "remote: {types: example.com/m/store.Handler}", "remote: Handle"},
		{"a package", "remote: {packages: example.com/m/store}", "remote: Cached, Close, Get, Load, Open, WideLoad, WideSave"},
		{"packages", "remote: {packages: example.com/m/...}", "remote: Cached, Close, Get, Handle, Load, Open, Own, WideLoad, WideSave"},
		{"another package", "remote: {packages: example.com/other/...}", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld()
			w.load(t, "example.com/m/store", told, true)
			var err error
			w.file, err = settings.Parse("/m/.retrylint.yaml", ".retrylint.yaml", []byte(test.yaml))
			require.NoError(t, err)
			p := w.load(t, "example.com/m/user", toldUser, true)
			assert.Equal(t, test.want, w.facts[p.pass.Pkg].String())
		})
	}
}

// What settings say is local is so whatever its type or its body suggests, and remote
// wins over local.
func TestLocalBySettings(t *testing.T) {
	const src = `package a

import (
	"context"
	"net/http"
)

type Source interface{ Next(ctx context.Context) error }

func Next(ctx context.Context, s Source) error { return s.Next(ctx) }

func Get() error {
	_, err := http.Get("")
	return err
}

func Twice() error { return Get() }
`
	for yaml, want := range map[string]string{
		"limit: 10":                                          "remote: Get, Twice; probably remote: Next",
		"local: {types: a.Source}":                           "remote: Get, Twice",
		"local: {functions: a.Get}":                          "probably remote: Next",
		"local: {functions: net/http.Get}":                   "probably remote: Next",
		"local: {packages: a}":                               "",
		"{local: {packages: a}, remote: {functions: a.Get}}": "remote: Get",
	} {
		w := newWorld()
		var err error
		w.file, err = settings.Parse("/m/.retrylint.yaml", ".retrylint.yaml", []byte(yaml))
		require.NoError(t, err)
		p := w.load(t, "a", src, true)
		assert.Equal(t, want, w.facts[p.pass.Pkg].String(), yaml)
	}
}

// What directives say is known to the packages that import theirs.
func TestRemoteByDirective(t *testing.T) {
	w := newWorld()
	p := w.load(t, "example.com/m/store", `package store

//retrylint:remote
type Store interface {
	Load(key string) error
}

type Other interface {
	//retrylint:remote
	Load(key string) error
	Size() error
}

//retrylint:remote
type Handler func(string) error

//retrylint:remote
func Open() error { return nil }

func OpenTwice() error { return Open() }

//retrylint:remote
type Client struct{}

func (c *Client) Get() error { return nil }
func (c *Client) get() error { return nil }
func GetIt(c Client) error { return c.get() }
`, true)
	assert.Equal(t, "remote: (*Client).Get, (Other).Load, (Store).Load, GetIt, Open, OpenTwice", w.facts[p.pass.Pkg].String())

	user := w.load(t, "example.com/m/user", `package user

import "example.com/m/store"

func Load(s store.Store) error { return s.Load("") }
func OtherLoad(s store.Other) error { return s.Load("") }
func OtherSize(s store.Other) error { return s.Size() }
func Handle(h store.Handler) error { return h("") }
func Open() error { return store.OpenTwice() }
`, true)
	assert.Equal(t, "remote: Handle, Load, Open, OtherLoad", w.facts[user.pass.Pkg].String())

	handle := user.pass.Pkg.Scope().Lookup("Handle").(*types.Func)
	assert.Equal(t, Remote, user.Shape(handle.Signature().Params().At(0).Type()).Remote)
	assert.Equal(t, Remote, user.Named("example.com/m/store", "(*example.com/m/store.Client).Get").Remote)
	assert.Equal(t, Local, user.Named("example.com/m/store", "(*example.com/m/store.Client).Put").Remote)
}
