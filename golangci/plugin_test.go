package golangci_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retrylint/retrylint/golangci"
)

// files are a module with two packages: what one retries is retried by the other.
var files = map[string]string{
	"go.mod": "module example.com/shop\n\ngo 1.26\n",
	"store/store.go": `package store

import "database/sql"

func Load(db *sql.DB) (err error) {
	for range 4 {
		if err = db.Ping(); err == nil {
			return nil
		}
	}
	return err
}
`,
	"main.go": `package main

import (
	"database/sql"

	"example.com/shop/store"
)

func load(db *sql.DB) (err error) {
	for range 3 {
		if err = store.Load(db); err == nil {
			return nil
		}
	}
	return err
}

func main() {
	db, err := sql.Open("postgres", "")
	if err == nil {
		err = load(db)
	}
	if err != nil {
		panic(err)
	}
}
`,
}

// found runs the plugin with settings, as golangci-lint hands them over, and returns the
// findings as FILE: RULE.
func found(t *testing.T, settings any) []string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o666))
	}
	t.Chdir(dir)
	construct, err := register.GetPlugin(golangci.Name)
	require.NoError(t, err)
	plugin, err := construct(settings)
	require.NoError(t, err)
	assert.Equal(t, register.LoadModeTypesInfo, plugin.GetLoadMode())
	analyzers, err := plugin.BuildAnalyzers()
	require.NoError(t, err)

	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule}, "./...")
	require.NoError(t, err)
	require.Zero(t, packages.PrintErrors(pkgs))
	graph, err := checker.Analyze(analyzers, pkgs, nil)
	require.NoError(t, err)
	var lines []string
	for _, act := range graph.Roots {
		require.NoError(t, act.Err)
		for _, d := range act.Diagnostics {
			lines = append(lines, filepath.Base(act.Package.Fset.Position(d.Pos).Filename)+": "+act.Analyzer.Name)
		}
	}
	slices.Sort(lines)
	return lines
}

func TestFindings(t *testing.T) {
	assert.Equal(t, []string{"main.go: nestedretry", "main.go: nojitter", "store.go: nojitter"}, found(t, nil))
}

// The settings of golangci-lint have the keys of the file of a module.
func TestSettings(t *testing.T) {
	assert.Equal(t, []string{"main.go: nestedretry"}, found(t, map[string]any{"rules": map[string]any{"nojitter": "off"}}))
	assert.Equal(t, []string{"store.go: nojitter"}, found(t, map[string]any{"exclude": []any{"main.go"}}))
	assert.Equal(t, []string{"main.go: nojitter", "store.go: nojitter"}, found(t, map[string]any{"limit": 20}))
}

func TestBadSettings(t *testing.T) {
	for message, settings := range map[string]any{
		`settings of retrylint:1:1: unknown key "rule", did you mean "rules"?`:        map[string]any{"rule": "nojitter"},
		`settings of retrylint:2:3: unknown rule "nojiter", did you mean "nojitter"?`: map[string]any{"rules": map[string]any{"nojiter": "off"}},
	} {
		_, err := golangci.New(settings)
		assert.EqualError(t, err, message)
	}
}
