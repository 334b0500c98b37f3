package freshtimeout_test

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
	run := exec.CommandContext(t.Context(), "go", "test", "-v", ".")
	run.Dir = dir
	out, err := run.CombinedOutput()
	require.NoError(t, err, string(out))
	_, taken, ok := strings.Cut(string(out), "load took ")
	require.True(t, ok, string(out))
	taken, _, _ = strings.Cut(taken, "\n")
	assert.Equal(t, claimed.String(), taken)
}

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
