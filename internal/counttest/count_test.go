package counttest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retrylint/retrylint/internal/chain"
	"github.com/retrylint/retrylint/internal/counttest"
	"github.com/retrylint/retrylint/internal/model"
	"github.com/retrylint/retrylint/internal/ruletest"
)

const module = "counted"

// What the tool says of each program is held against how many requests it sends to a
// server that fails.
func TestEstimateAgainstCount(t *testing.T) {
	programs := append(counttest.Named(), counttest.Random(100, 1)...)
	dir := t.TempDir()
	ruletest.WriteFile(t, dir, "go.mod", "module "+module+"\n\ngo 1.26.0\n")
	ruletest.WriteFile(t, dir, "retry/retry.go", counttest.Retry)
	ruletest.WriteFile(t, dir, "main.go", counttest.Main(module, programs))
	for _, p := range programs {
		for name, text := range p.Source(module) {
			ruletest.WriteFile(t, dir, name, text)
		}
	}
	counts := run(t, dir)
	estimates := estimate(t, dir)

	upTo, open, other, equal := 0, 0, 0, 0
	for _, p := range programs {
		got := counts["/"+p.Name]
		path, ok := estimates[module+"/"+p.Name+"/l0"]
		if !ok {
			// Nothing repeats anything, as far as is known.
			other++
			assert.NotContains(t, counttest.Named(), p)
			continue
		}
		switch {
		case path.Op != "(*http.Client).Do" && path.Op != fmt.Sprintf("l%d.Do", len(p.Layers)):
			// The operation is a function that does not repeat anything, but may send
			// more than one request: that says nothing of their number.
			other++
		case path.Bound().IsUnbounded():
			assert.Fail(t, "no limit", "%s sends %d", p, got)
		case path.Bound().IsOpen():
			open++
			assert.LessOrEqual(t, path.Bound().N(), got, "at least: %s", p)
		default:
			upTo++
			if path.Bound().N() == got {
				equal++
			}
			assert.GreaterOrEqual(t, path.Bound().N(), got, "up to: %s", p)
		}
		t.Logf("%5d counted, estimated %s, alone %t: %s", got, path.Bound(), path.Alone, p)
	}
	t.Logf("%d programs: %d up to, %d of them equal; %d at least; %d of something else", len(programs), upTo, equal, open, other)
	assert.GreaterOrEqual(t, upTo, 80)
	assert.GreaterOrEqual(t, equal, 70)
}

// run runs the programs in dir against a server that fails, and returns the number of
// requests by path.
func run(t *testing.T, dir string) map[string]int64 {
	var mu sync.Mutex
	counts := make(map[string]int64)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		counts[r.URL.Path]++
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer server.Close()
	ruletest.Execute(t, dir, server.URL)
	return counts
}

// estimate returns what the tool says of the function Do of each package in dir.
func estimate(t *testing.T, dir string) map[string]chain.Path {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir}, "./...")
	require.NoError(t, err)
	require.Zero(t, packages.PrintErrors(pkgs))
	graph, err := checker.Analyze([]*analysis.Analyzer{model.Analyzer}, pkgs, nil)
	require.NoError(t, err)
	paths := make(map[string]chain.Path)
	for act := range graph.All() {
		require.NoError(t, act.Err)
		if act.Analyzer != model.Analyzer || !strings.HasPrefix(act.Package.PkgPath, module+"/") || !slices.Contains(pkgs, act.Package) {
			continue
		}
		if path, ok := act.Result.(*model.Result).From(act.Package.PkgPath + ".Do"); ok {
			paths[act.Package.PkgPath] = path
		}
	}
	return paths
}
