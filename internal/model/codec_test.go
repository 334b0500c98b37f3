package model

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retrylint/retrylint/internal/settings"
)

// printEnv makes the test executable print the encoded fact and do nothing else.
const printEnv = "RETRYLINT_TEST_PRINT_FACT"

// Separate processes encode the same bytes, whatever order their maps have:
// otherwise everything that depends on a package is analysed again.
func TestProcessesAgree(t *testing.T) {
	first := exported(t)
	if os.Getenv(printEnv) != "" {
		_, err := os.Stdout.Write(append(first, []byte(printEnv)...))
		require.NoError(t, err)
		return
	}
	self, err := os.Executable()
	require.NoError(t, err)
	for range 3 {
		cmd := exec.CommandContext(t.Context(), self, "-test.run=^TestProcessesAgree$")
		cmd.Env = append(os.Environ(), printEnv+"=1")
		stdout, err := cmd.Output()
		require.NoError(t, err)
		other, _, _ := bytes.Cut(stdout, []byte(printEnv))
		require.Equal(t, first, other)
	}
}

// realPackages import most of the standard library that connects to anything, and
// the analysis framework.
var realPackages = []string{"database/sql", "net/http/httputil", "golang.org/x/tools/go/analysis/unitchecker"}

// The facts of real packages are small, the same in each analysis, and survive
// encoding.
func TestRealFacts(t *testing.T) {
	// The standard library has facts only if it is asked for.
	require.NoError(t, settings.Analyzer.Flags.Set("deps", "true"))
	defer func() { assert.NoError(t, settings.Analyzer.Flags.Set("deps", "false")) }()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule}, realPackages...)
	require.NoError(t, err)
	require.Zero(t, packages.PrintErrors(pkgs))

	first, bodies := realFacts(t, pkgs)
	t.Logf("%d facts, %d bodies", len(first), bodies)
	require.Greater(t, len(first), 150)
	require.Greater(t, bodies, 50)
	second, _ := realFacts(t, pkgs)
	for key, data := range first {
		assert.LessOrEqual(t, len(data), maxFact, key)
		assert.True(t, bytes.Equal(data, second[key]), "%s differs from one analysis to the next", key)
	}
	assert.Len(t, second, len(first))
}

// realFacts analyses packages and what they import, and returns the encoded facts
// by package and type, and the number of bodies in them.
func realFacts(t *testing.T, pkgs []*packages.Package) (encoded map[string][]byte, bodies int) {
	t.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{Analyzer}, pkgs, nil)
	require.NoError(t, err)
	encoded = make(map[string][]byte)
	for act := range graph.All() {
		require.NoError(t, act.Err, act)
		for _, f := range act.AllPackageFacts() {
			if f.Package != act.Package.Types {
				continue
			}
			var buf bytes.Buffer
			require.NoError(t, gob.NewEncoder(&buf).Encode(f.Fact))
			encoded[fmt.Sprintf("%s %T", f.Package.Path(), f.Fact)] = buf.Bytes()
			if fact, ok := f.Fact.(*Bodies); ok {
				decoded, err := decode(fact.Data)
				require.NoError(t, err, f.Package)
				again, err := encode(decoded)
				require.NoError(t, err)
				require.True(t, bytes.Equal(fact.Data, again), "%s", f.Package)
				bodies += len(decoded)
			}
		}
	}
	return encoded, bodies
}
