package libraries_test

import (
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/libraries"
)

// redis stands for the library in some version.
const redis = `package redis

import "context"

type StatusCmd struct{}
type cmdable func(ctx context.Context) error

func (c cmdable) Get(ctx context.Context, key string) *StatusCmd { return nil }

type Client struct{ cmdable }
type ClusterClient struct{ cmdable }
type Options struct{ MaxRetries int }

func NewClient(o *Options) *Client { return nil }
`

const program = `package main

import (
	"context"

	"github.com/redis/go-redis/v9"
)

type store struct{ *redis.Client }

func main() {
	s := store{redis.NewClient(&redis.Options{MaxRetries: 1})}
	s.Get(context.Background(), "embedded")
	s.Client.Get(context.Background(), "itself")
	new(redis.ClusterClient).Get(context.Background(), "cluster")
}
`

// load returns a program that uses a version of go-redis, from files of its own.
func load(t *testing.T, version string) []*packages.Package {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"redis/go.mod":   "module github.com/redis/go-redis/v9\n\ngo 1.26\n",
		"redis/redis.go": redis,
		"main/go.mod": "module example.com/main\n\ngo 1.26\n\nrequire github.com/redis/go-redis/v9 " + version +
			"\n\nreplace github.com/redis/go-redis/v9 => ../redis\n",
		"main/main.go": program,
	} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o666))
	}
	cfg := &packages.Config{Dir: filepath.Join(dir, "main"), Mode: packages.LoadAllSyntax | packages.NeedModule}
	pkgs, err := packages.Load(cfg, ".")
	require.NoError(t, err)
	require.Zero(t, packages.PrintErrors(pkgs))
	return pkgs
}

// The version of a library arrives as a fact of its package, and tells a client by the
// receiver, embedded or not.
func TestVersionsAndReceivers(t *testing.T) {
	clients := make(map[string]string)
	var version string
	probe := &analysis.Analyzer{
		Name:     "probe",
		Doc:      "look at the calls of a program",
		Requires: []*analysis.Analyzer{libraries.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			libs := pass.ResultOf[libraries.Analyzer].(*libraries.Libraries)
			assert.True(t, libs.Uses())
			for _, file := range pass.Files {
				for n := range ast.Preorder(file) {
					call, ok := n.(*ast.CallExpr)
					if !ok {
						continue
					}
					if fn := libs.Callee(pass.TypesInfo, call); fn != nil && len(fn.Makes) > 0 {
						assert.Equal(t, "redis.Client", fn.Makes[0].Client.Name)
					}
					if c, ok := libs.ClientCall(pass.TypesInfo, call); ok {
						key := strings.Trim(call.Args[1].(*ast.BasicLit).Value, `"`)
						clients[key] = c.Client.Name
						assert.Equal(t, catalog.Attempts(4), c.Attempts())
					}
				}
			}
			for _, imp := range pass.Pkg.Imports() {
				if imp.Name() == "redis" {
					version = libs.Version(imp)
					field := libs.Field(imp.Scope().Lookup("Options").(*types.TypeName), "MaxRetries")
					require.NotNil(t, field)
					assert.Equal(t, catalog.Attempts(1), field.Settings[0].AttemptsOf(-1))
				}
			}
			return nil, nil
		},
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{probe}, load(t, "v9.7.0"), &checker.Options{SanityCheck: true})
	require.NoError(t, err)
	for _, root := range graph.Roots {
		require.NoError(t, root.Err)
	}
	assert.Equal(t, "v9.7.0", version)
	assert.Equal(t, map[string]string{"embedded": "redis.Client", "itself": "redis.Client", "cluster": "redis.ClusterClient"}, clients)
}
