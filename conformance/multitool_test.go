package conformance

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// multitool is Microsoft's validator of SARIF, with the rules of GitHub among its own.
type multitool struct{ path string }

var install struct {
	once sync.Once
	dir  string
	tool multitool
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if err := os.RemoveAll(install.dir); err != nil && install.dir != "" {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// theMultitool returns the validator, which the first test that asks for it installs.
func theMultitool(t *testing.T) multitool {
	t.Helper()
	install.once.Do(func() {
		if install.dir, install.err = os.MkdirTemp("", "multitool-"); install.err == nil {
			install.tool, install.err = installMultitool(install.dir)
		}
	})
	require.NoError(t, install.err)
	return install.tool
}

// installMultitool installs the validator in a directory, in the version and with the digests
// that package-lock.json has. Nothing of the package is run but the validator itself.
func installMultitool(dir string) (m multitool, err error) {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return m, fmt.Errorf("Microsoft's validator of SARIF is a package of npm, which is needed: %w", err)
	}
	for _, name := range []string{"package.json", "package-lock.json"} {
		data, err := os.ReadFile(name)
		if err != nil {
			return m, err
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return m, err
		}
	}
	cmd := exec.Command(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return m, fmt.Errorf("npm ci: %w\n%s", err, out)
	}
	platform, name := runtime.GOOS, "Sarif.Multitool"
	if platform == "windows" {
		platform, name = "win32", name+".exe"
	}
	m.path = filepath.Join(dir, "node_modules", "@microsoft", "sarif-multitool-"+platform, name)
	return m, os.Chmod(m.path, 0o777)
}

// validate returns what is wrong with a log, a line for each: what the validator calls
// errors and, unless it is told otherwise, warnings. Its notes are matters of taste.
func (m multitool) validate(t *testing.T, log []byte, levels ...string) []string {
	t.Helper()
	if len(levels) == 0 {
		levels = []string{"error", "warning"}
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.sarif"), filepath.Join(dir, "out.sarif")
	require.NoError(t, os.WriteFile(in, log, 0o666))
	cmd := exec.CommandContext(t.Context(), m.path, "validate", "--rule-kind", "Sarif;Gh;Ghas", "--output", out, in)
	// It is to speak the same everywhere, and not to need the tables of all languages.
	cmd.Env = append(os.Environ(), "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1")
	said, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", said)
	data, err := os.ReadFile(out)
	require.NoError(t, err, "%s", said)
	var report struct {
		Runs []struct {
			Results []struct {
				RuleID, Level string
				Message       struct {
					ID        string
					Arguments []string
				}
			}
			Invocations []struct{ ExecutionSuccessful bool }
		}
	}
	require.NoError(t, json.Unmarshal(data, &report))
	require.Len(t, report.Runs, 1)
	require.Len(t, report.Runs[0].Invocations, 1)
	require.True(t, report.Runs[0].Invocations[0].ExecutionSuccessful, "%s", said)
	var wrong []string
	for _, r := range report.Runs[0].Results {
		if r.Level == "" {
			r.Level = "warning" // as SARIF has it
		}
		if slices.Contains(levels, r.Level) {
			wrong = append(wrong, fmt.Sprint(r.Level, " ", r.RuleID, " ", r.Message.ID, " ", r.Message.Arguments))
		}
	}
	return wrong
}
