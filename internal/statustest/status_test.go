package statustest_test

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/retrylint/retrylint/internal/ruletest"
	"github.com/retrylint/retrylint/internal/statustest"
)

const module = "asked"

// What the tool says of each program is held against the statuses that it asks again for,
// of all from 200 to 599.
func TestClaimsAgainstStatuses(t *testing.T) {
	programs := statustest.HTTP.Random(320, 1)
	programs = append(programs, statustest.WithMistakes(programs[:60])...)
	dir := writeModule(t, programs)
	c := statustest.Compare(programs, claims(t, dir), askedAgain(t, dir))
	t.Log(c)
	t.Log("not known: " + strings.Join(c.Unknown, "; "))
	assert.Empty(t, c.Wrong)
	assert.GreaterOrEqual(t, c.Exact, c.Programs*92/100)
	// The comparison fails where something is not as it is claimed.
	assert.Empty(t, c.Missed)
	assert.GreaterOrEqual(t, len(c.Noticed), 12)
}

// writeModule writes a module that runs programs.
func writeModule(t *testing.T, programs []statustest.Program) (dir string) {
	t.Helper()
	dir = t.TempDir()
	ruletest.WriteFile(t, dir, "go.mod", "module "+module+"\n\ngo 1.26.0\n")
	ruletest.WriteFile(t, dir, "main.go", statustest.HTTP.Main(module, programs))
	for _, p := range programs {
		for name, text := range p.Source(module) {
			ruletest.WriteFile(t, dir, name, text)
		}
	}
	return dir
}

// claims returns what the tool says of the programs in dir.
func claims(t *testing.T, dir string) map[string]statustest.Claim {
	claims := make(map[string]statustest.Claim)
	for name, a := range ruletest.Decisions(t, dir, module) {
		claims[name] = statustest.Claim{Again: a.Again, Stops: a.Stops, Exact: a.Exact}
	}
	return claims
}

// askedAgain runs the programs in dir against a server that answers with the status that
// the path ends in, and returns by program which statuses were asked for more than once.
func askedAgain(t *testing.T, dir string) map[string]map[string]bool {
	var mu sync.Mutex
	counts := make(map[string]int)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		counts[r.URL.Path]++
		mu.Unlock()
		status, err := strconv.Atoi(r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:])
		if err != nil {
			status = http.StatusTeapot
		}
		w.WriteHeader(status)
	}))
	defer server.Close()
	ruletest.Execute(t, dir, server.URL)
	again := make(map[string]map[string]bool)
	for path, n := range counts {
		name, status, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
		if again[name] == nil {
			again[name] = make(map[string]bool)
		}
		if n > 1 {
			again[name][status] = true
		}
	}
	return again
}
