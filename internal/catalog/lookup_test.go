package catalog_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/catalog"
)

const example = `
library: example
about: a library for tests
modules:
  - path: example.com/lib
imports:
  lib: example.com/lib
  service: example.com/service/*
  any: "..."
clients:
  - name: lib.Client
    types: [lib.Client]
    calls:
      - symbol: lib.common.*
        takes: context.Context
        except: [lib.common.Close]
    made-by: [lib.New]
    settings: [lib.Options.Max]
    off: ["Max: -1"]
  - name: lib.Cluster
    types: [lib.Cluster]
    calls: [lib.common.*]
    attempts: 2
  - name: service.Client
    since: v1.2.0
    types: [service.Client]
    calls:
      - symbol: service.Client.*
        gives: error
    attempts: 3
  - name: stub
    calls:
      - symbol: any.*.*
        takes: ...example.com/lib.CallOption
    attempts: 1
retriers:
  - symbol: lib.Do
    callback: 1
    config: [2]
    settings: [lib.Tries]
settings:
  - symbol: lib.Options.Max
    sets: attempts
    counts: retries
    default: "3"
    zero: default
    negative: "off"
  - symbol: lib.Tries
    sets: attempts
    counts: attempts
    zero: never runs
`

const source = `package lib

import "context"

type common struct{}

func (*common) Get(ctx context.Context) string { return "" }
func (*common) Close(ctx context.Context) error { return nil }
func (*common) Len() int { return 0 }

type Client struct{ common }
type Cluster struct{ common }
type Options struct{ Max int }
type CallOption interface{ apply() }

func New(o *Options) *Client { return nil }
func Do(ctx context.Context, f func() error, opts ...func()) error { return nil }
func Tries(n int) func() { return nil }
`

const stubs = `package stubs

import (
	"context"

	"example.com/lib"
)

type GreeterClient interface {
	Hello(ctx context.Context, in string, opts ...lib.CallOption) (string, error)
	Other(ctx context.Context, in string) (string, error)
}
`

const service = `package service

type Client struct{}

func (c *Client) Put() error { return nil }
func (c *Client) Options() int { return 0 }
func (c *Client) hidden() error { return nil }
`

// imports are the packages of a test by their paths.
type imports map[string]*types.Package

func (m imports) Import(path string) (*types.Package, error) {
	if p, ok := m[path]; ok {
		return p, nil
	}
	return importer.Default().Import(path)
}

func (m imports) check(t *testing.T, path, src string) *types.Package {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path+".go", src, 0)
	require.NoError(t, err)
	cfg := types.Config{Importer: m}
	p, err := cfg.Check(path, fset, []*ast.File{file}, nil)
	require.NoError(t, err)
	m[path] = p
	return p
}

// lookup returns the method of a type, or the function if the type has no name.
func lookup(t *testing.T, p *types.Package, typ, name string) *types.Func {
	t.Helper()
	if typ == "" {
		return p.Scope().Lookup(name).(*types.Func)
	}
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(p.Scope().Lookup(typ).Type()), true, p, name)
	if obj == nil {
		obj, _, _ = types.LookupFieldOrMethod(p.Scope().Lookup(typ).Type(), true, p, name)
	}
	require.IsType(t, new(types.Func), obj)
	return obj.(*types.Func)
}

func exampleCatalog(t *testing.T) *catalog.Catalog {
	t.Helper()
	lib, err := catalog.Parse("example.yaml", []byte(example))
	require.NoError(t, err)
	return catalog.New([]catalog.Source{catalog.SourceOf(lib)})
}

func TestFunctions(t *testing.T) {
	c, m := exampleCatalog(t), make(imports)
	p := m.check(t, "example.com/lib", source)
	known := c.Package("example.com/lib", "")

	do := known.Func(lookup(t, p, "", "Do"))
	require.NotNil(t, do)
	require.NotNil(t, do.Retrier)
	assert.Equal(t, catalog.Param(1), do.Retrier.Callback)
	assert.Equal(t, []catalog.Place{catalog.Param(2)}, do.Retrier.Config)

	made := known.Func(lookup(t, p, "", "New"))
	require.NotNil(t, made)
	require.Len(t, made.Makes, 1)
	assert.Equal(t, "lib.Client", made.Makes[0].Client.Name)
	assert.Equal(t, catalog.Attempts(4), made.Library.ClientAttempts(made.Makes[0].Client))

	tries := known.Func(lookup(t, p, "", "Tries"))
	require.NotNil(t, tries)
	require.Len(t, tries.Settings, 1)
	assert.Equal(t, catalog.Attempts(0), tries.Settings[0].AttemptsOf(0))
	assert.NotNil(t, known.Field("Options", "Max"))
	assert.Nil(t, known.Field("Options", "Min"))
}

// A method that several clients have is the call of the one that the receiver is.
func TestReceiversTellClients(t *testing.T) {
	c, m := exampleCatalog(t), make(imports)
	p := m.check(t, "example.com/lib", source)
	known := c.Package("example.com/lib", "")
	get := known.Func(lookup(t, p, "Client", "Get"))
	require.NotNil(t, get)
	for _, test := range []struct {
		typ      string
		attempts catalog.Bound
	}{{"Client", catalog.Attempts(4)}, {"Cluster", catalog.Attempts(2)}} {
		call, ok := get.Call(types.NewPointer(p.Scope().Lookup(test.typ).Type()))
		require.True(t, ok, test.typ)
		assert.Equal(t, "lib."+test.typ, call.Client.Name)
		assert.Equal(t, test.attempts, call.Attempts())
		assert.Equal(t, []catalog.Place{catalog.Receiver}, call.Config())
	}
	_, ok := get.Call(nil)
	assert.False(t, ok, "one of two clients, nobody knows which")

	// What a client leaves out may still be a call of the other.
	closing := known.Func(lookup(t, p, "Client", "Close"))
	require.NotNil(t, closing)
	call, ok := closing.Call(nil)
	require.True(t, ok)
	assert.Equal(t, "lib.Cluster", call.Client.Name)
}

func TestClasses(t *testing.T) {
	c, m := exampleCatalog(t), make(imports)
	m.check(t, "example.com/lib", source)
	p := m.check(t, "example.com/service/s3", service)

	assert.True(t, c.Knows("example.com/service/s3"))
	assert.False(t, c.Knows("example.com/service/s3/types"))
	assert.False(t, c.Knows("example.com/service"))

	known := c.Package("example.com/service/s3", "v1.3.0")
	put := known.Func(lookup(t, p, "Client", "Put"))
	require.NotNil(t, put)
	assert.Equal(t, "Client.Put", put.Symbol.Name)
	call, ok := put.Call(nil)
	require.True(t, ok)
	assert.Equal(t, catalog.Attempts(3), call.Attempts())
	assert.Nil(t, known.Func(lookup(t, p, "Client", "Options")), "gives no error")
	assert.Nil(t, known.Func(lookup(t, p, "Client", "hidden")), "not exported")

	stub := m.check(t, "other.org/stubs", stubs)
	assert.False(t, c.Knows("other.org/stubs"))
	assert.True(t, c.TellsAnywhere("example.com/lib"))
	anywhere := c.Anywhere("example.com/lib", "")
	assert.NotNil(t, anywhere.Func(lookup(t, stub, "GreeterClient", "Hello")))
	assert.Nil(t, anywhere.Func(lookup(t, stub, "GreeterClient", "Other")))
}

func TestVersions(t *testing.T) {
	c, m := exampleCatalog(t), make(imports)
	p := m.check(t, "example.com/service/s3", service)
	put := lookup(t, p, "Client", "Put")
	for version, known := range map[string]bool{
		"v1.1.9": false, "v1.2.0-rc.1": false, "v1.2.0": true, "v1.10.0": true,
		"": false, "(devel)": false,
	} {
		assert.Equal(t, known, c.Package("example.com/service/s3", version).Func(put) != nil, version)
	}
}

func TestExtend(t *testing.T) {
	c, m := exampleCatalog(t), make(imports)
	p := m.check(t, "example.com/lib", source)
	user, err := catalog.Parse(".retrylint.yaml", []byte(`
library: ours
imports: {lib: example.com/lib}
settings:
  - symbol: lib.Options.Max
    sets: attempts
    counts: attempts
    zero: "off"
clients:
  - name: lib.Client
    calls: [lib.common.Get]
    attempts: 9
`))
	require.NoError(t, err)

	known := c.Extend([]*catalog.Library{user}, nil).Package("example.com/lib", "")
	assert.Equal(t, catalog.Attempts(1), known.Field("Options", "Max").Settings[0].AttemptsOf(0))
	call, ok := known.Func(lookup(t, p, "Client", "Get")).Call(nil)
	require.True(t, ok)
	assert.Equal(t, catalog.Attempts(9), call.Attempts())
	assert.NotNil(t, known.Func(lookup(t, p, "", "Do")), "the rest stays")

	known = c.Extend(nil, []string{"example.com/lib.Do"}).Package("example.com/lib", "")
	assert.Nil(t, known.Func(lookup(t, p, "", "Do")))
	assert.NotNil(t, known.Field("Options", "Max"))

	assert.Nil(t, c.Extend(nil, []string{"example"}).Package("example.com/lib", "").Func(lookup(t, p, "", "Do")))
}

// A library says nothing of its own module, but what users say of theirs holds there.
func TestOutside(t *testing.T) {
	library := func(name string) *catalog.Library {
		lib, err := catalog.Parse(name+".yaml", []byte("library: "+name+`
modules: [{path: example.com/lib/service/*, oldest: v1.0.0, newest: v1.2.0}]
imports: {lib: example.com/lib/service/s3}
retriers: [{symbol: lib.Do, callback: 0, attempts: 3}]
`))
		require.NoError(t, err)
		return lib
	}
	c := catalog.New([]catalog.Source{catalog.SourceOf(library("example"))})
	const path = "example.com/lib/service/s3"
	assert.False(t, c.Outside("example.com/lib/service/s3").Knows(path))
	assert.True(t, c.Outside("example.com/lib/service/s3/test").Knows(path), "another module")
	assert.Same(t, c, c.Outside("example.com/ours"))

	extended := c.Extend([]*catalog.Library{library("ours")}, nil)
	assert.True(t, extended.Outside("example.com/lib/service/s3").Knows(path))
}
