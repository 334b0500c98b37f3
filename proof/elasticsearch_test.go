package proof

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/elastic/elastic-transport-go/v8/elastictransport"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/proof/attempts"
)

const pathElasticsearch = "github.com/elastic/go-elasticsearch/v8"

// The client's own package is not compiled: its typed API takes minutes and
// gigabytes. What retries is the transport below it, which gets the fields of Config
// as options; TestElasticsearchOptions holds that against the client's source.
var goElasticsearch = library{
	name: "go-elasticsearch",
	subjects: []subject{
		elastic("", nil),
		elastic("Config{DisableRetry: true}", []string{pathElasticsearch + ".Config.DisableRetry=true"}, elastictransport.WithDisableRetry()),
		elastic("Config{RetryOnStatus: []int{429}}", []string{pathElasticsearch + ".Config.RetryOnStatus"}, elastictransport.WithRetryOnStatus(429)),
	},
}

func elastic(with string, uses []string, set ...elastictransport.Option) subject {
	s := subject{
		symbol:  pathElasticsearch + ".BaseClient.Perform",
		with:    with,
		uses:    uses,
		methods: getAndPost,
		call: func(c *attempts.Call) error {
			address, err := url.Parse(c.URL())
			if err != nil {
				return err
			}
			o := append(set[:len(set):len(set)], elastictransport.WithURLs(address), elastictransport.WithTransport(c.Transport()))
			// NewClient hands on what is above 0.
			if n, ok := c.Set(pathElasticsearch + ".Config.MaxRetries"); ok && n > 0 {
				o = append(o, elastictransport.WithMaxRetries(n))
			}
			client, err := elastictransport.NewClient(o...)
			if err != nil {
				return err
			}
			req, err := http.NewRequestWithContext(c.Context, c.Method, "/_search", strings.NewReader("{}"))
			if err != nil {
				return err
			}
			return closed(client.Perform(req))
		},
	}
	if uses == nil {
		s.options = []options{{pathElasticsearch + ".Config.MaxRetries", []int{-1, 0, 1, 5}}}
	}
	return s
}

// TestElasticsearchOptions reads in the client's source which fields of Config are
// handed on as which options of the transport, and when.
func TestElasticsearchOptions(t *testing.T) {
	// No package of the module is imported, so it may not be there yet.
	output, err := exec.Command("go", "mod", "download", "-json", pathElasticsearch).Output()
	require.NoError(t, err, "%s", output)
	var module struct{ Dir string }
	require.NoError(t, json.Unmarshal(output, &module))
	file := filepath.Join(module.Dir, "elasticsearch.go")
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	require.NoError(t, err)
	handed := map[string]string{}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if branch, ok := n.(*ast.IfStmt); ok {
			for _, call := range optionsIn(branch.Body) {
				handed[call] = source(branch.Cond)
			}
		}
		return true
	})
	assert.Equal(t, "cfg.MaxRetries > 0", handed["elastictransport.WithMaxRetries(cfg.MaxRetries)"])
	assert.Equal(t, "cfg.DisableRetry", handed["elastictransport.WithDisableRetry()"])
	assert.Equal(t, "len(cfg.RetryOnStatus) > 0", handed["elastictransport.WithRetryOnStatus(cfg.RetryOnStatus...)"])
	assert.Equal(t, "cfg.RetryBackoff != nil", handed["elastictransport.WithRetryBackoff(cfg.RetryBackoff)"])
}

// optionsIn returns the calls of the transport's options in a block.
func optionsIn(block *ast.BlockStmt) []string {
	var calls []string
	ast.Inspect(block, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && strings.HasPrefix(source(call), "elastictransport.With") {
			calls = append(calls, source(call))
		}
		return true
	})
	return calls
}

func source(e ast.Expr) string {
	var b strings.Builder
	if err := printer.Fprint(&b, token.NewFileSet(), e); err != nil {
		return err.Error()
	}
	return b.String()
}
