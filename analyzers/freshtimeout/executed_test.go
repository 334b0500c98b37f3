package freshtimeout_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/ruletest"
)

// The worst case of three attempts of half a minute is a minute and a half, which is what
// they take with a database that never answers.
func TestWorstCaseIsWhatItTakes(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "src", "freshtimeout", "threetimesthirty", "threetimesthirty.go"))
	require.NoError(t, err)
	claim := regexp.MustCompile(`3 × 30s = (\w+),`).FindStringSubmatch(string(text))
	require.NotNil(t, claim)
	claimed, err := time.ParseDuration(claim[1])
	require.NoError(t, err)
	assert.Equal(t, 90*time.Second, claimed)

	dir := t.TempDir()
	ruletest.WriteFile(t, dir, "go.mod", "module threetimesthirty\n\ngo 1.26.0\n")
	ruletest.WriteFile(t, dir, "threetimesthirty.go", string(text))
	ruletest.WriteFile(t, dir, "load_test.go", silentDatabase)
	assert.Equal(t, map[string]string{"load": claimed.String()}, measured(t, dir))
}

// The worst cases that are found in the example are what its services take when what they
// ask never answers.
func TestWorstCasesOfTheExample(t *testing.T) {
	example := filepath.Join("..", "..", "examples", "storm")
	text, err := os.ReadFile(filepath.Join(example, "expected.txt"))
	require.NoError(t, err)
	claimed := make(map[string]string)
	for _, f := range worstCase.FindAllStringSubmatch(string(text), -1) {
		claimed[f[1]] = f[2]
	}
	require.NotEmpty(t, claimed)
	// It is copied: a package that imports the example would be analysed with it.
	dir := t.TempDir()
	ruletest.WriteFile(t, dir, "go.mod", "module github.com/retrylint/retrylint\n\ngo 1.26.0\n")
	require.NoError(t, os.CopyFS(filepath.Join(dir, "examples", "storm"), os.DirFS(example)))
	ruletest.WriteFile(t, dir, "worst_test.go", silentNetwork)
	assert.Equal(t, claimed, measured(t, dir))
}

// worstCase matches the file of a finding and the longest time that all attempts take.
var worstCase = regexp.MustCompile(`(?m)^examples/storm/([^:]+):.* = (\S+), whatever is left .*\(freshtimeout\)$`)

// measured runs the tests in dir and returns what they say that something took.
func measured(t *testing.T, dir string) map[string]string {
	t.Helper()
	run := exec.CommandContext(t.Context(), "go", "test", "-v", ".")
	run.Dir = dir
	out, err := run.CombinedOutput()
	require.NoError(t, err, string(out))
	times := make(map[string]string)
	for _, m := range regexp.MustCompile(`(\S+) took (\S+)`).FindAllStringSubmatch(string(out), -1) {
		times[m[1]] = m[2]
	}
	return times
}

// silentNetwork measures how long the services of the example take.
const silentNetwork = `package storm

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retrylint/retrylint/examples/storm/gateway"
	"github.com/retrylint/retrylint/examples/storm/orders"
)

type silence struct{}

func (silence) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func TestServices(t *testing.T) {
	http.DefaultTransport = silence{}
	measure := func(file string, service http.Handler, r *http.Request) {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			service.ServeHTTP(httptest.NewRecorder(), r)
			t.Log(file, "took", time.Since(start))
		})
	}
	measure("gateway/order.go", gateway.New("http://orders"), httptest.NewRequest("GET", "/orders/1", nil))
	measure("orders/orders.go", orders.New("http://inventory"), httptest.NewRequest("POST", "/orders", strings.NewReader("{}")))
}
`

// silentDatabase measures how long load takes, in a bubble in which time costs nothing.
const silentDatabase = `package threetimesthirty

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"testing"
	"testing/synctest"
	"time"
)

type silence struct{}

func (silence) Connect(ctx context.Context) (driver.Conn, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func (silence) Driver() driver.Driver { return nil }

func TestLoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		db := sql.OpenDB(silence{})
		defer db.Close()
		start := time.Now()
		if load(db) == nil {
			t.Error("it answers")
		}
		t.Log("load took", time.Since(start))
	})
}
`
