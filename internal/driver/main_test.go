package driver_test

import (
	"bytes"
	"context"
	"errors"
	"go/ast"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/retrylint/retrylint"
	"github.com/retrylint/retrylint/internal/driver"
	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/settings"
)

// suiteEnv makes the test executable behave as the command, and as the tool of
// go vet that the command and the tests name. Its value says with which suite.
const (
	suiteEnv  = "RETRYLINT_TEST_SUITE"
	tests     = suiteEnv + "=tests"
	realRules = suiteEnv + "=rules"
)

func TestMain(m *testing.M) {
	switch os.Getenv(suiteEnv) {
	case "tests":
		driver.Main(testSuite())
	case "rules":
		driver.Main(retrylint.Analyzers())
	}
	os.Exit(m.Run())
}

// testSuite has two rules: badfunc reports functions by their names, and
// otherrule reports functions whose names begin with Other.
func testSuite() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		settings.Analyzer,
		{
			Name:     "badfunc",
			Doc:      "find functions with bad names\n\n# What it reports\n\nFunctions whose names begin with Bad.\n",
			Requires: []*analysis.Analyzer{settings.Analyzer},
			Run: func(pass *analysis.Pass) (any, error) {
				reportFuncs(pass, "Bad")
				return nil, nil
			},
		},
		{
			Name:     "otherrule",
			Doc:      "find functions with other names\n\n# What it reports\n\nFunctions whose names begin with Other.\n",
			Requires: []*analysis.Analyzer{settings.Analyzer},
			Run: func(pass *analysis.Pass) (any, error) {
				reportFuncs(pass, "Other")
				return nil, nil
			},
		},
	}
}

// reportFuncs reports the functions whose names begin with prefix. The message
// holds the comment of the function; a name that ends in Low makes the confidence
// low. A function called Boom makes the rule panic, one called Unrecorded is
// reported without a record.
func reportFuncs(pass *analysis.Pass, prefix string) {
	cfg := pass.ResultOf[settings.Analyzer].(*settings.Settings)
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name := fn.Name.Name
			switch {
			case name == "Boom":
				var none *ast.FuncDecl
				_ = none.Name
			case name == "Unrecorded":
				pass.ReportRangef(fn.Name, "unrecorded")
			case strings.HasPrefix(name, prefix):
				confidence := record.High
				if strings.HasSuffix(name, "Low") {
					confidence = record.Low
				}
				report.Finding(pass, cfg, fn.Name, record.Record{
					Rule:        pass.Analyzer.Name,
					Confidence:  confidence,
					Declaration: name,
					Fingerprint: record.Fingerprint(pass.Analyzer.Name, pass.Pkg.Path(), name, "", 0),
					Message:     strings.TrimSpace("function " + name + " is bad: " + strings.TrimSpace(fn.Doc.Text())),
				}, analysis.SuggestedFix{
					Message:   "rename it",
					TextEdits: []analysis.TextEdit{{Pos: fn.Name.Pos(), End: fn.Name.End(), NewText: []byte("Good")}},
				})
			}
		}
	}
}

// module writes the files of a txtar archive to a new directory and returns it.
// If there is no go.mod among them, one is added.
func module(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	if !strings.Contains(archive, "-- go.mod --") {
		archive = "-- go.mod --\nmodule example.com/m\n\ngo 1.26\n" + archive
	}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		path := filepath.Join(dir, f.Name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, f.Data, 0o666))
	}
	return dir
}

type result struct {
	code           int
	stdout, stderr string
}

// runTests runs the command with the test suite in dir.
func runTests(t *testing.T, dir string, args ...string) result {
	t.Helper()
	return execute(t, dir, []string{tests}, executable(t), args...)
}

// execute runs a program with additions to the environment.
func execute(t *testing.T, dir string, env []string, name string, args ...string) result {
	t.Helper()
	return executeWith(t, "", dir, env, name, args...)
}

// executeWith is as execute, with a standard input.
func executeWith(t *testing.T, stdin, dir string, env []string, name string, args ...string) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(context.Background(), name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Stdout = &stdout
	cmd.Stderr = &stderr
	err := cmd.Run()
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		require.NoError(t, err)
	}
	return result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

func executable(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	require.NoError(t, err)
	return path
}
