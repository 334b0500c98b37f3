package conformance

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint"
	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/format"
	"github.com/retrylint/retrylint/internal/rulepage"
)

// The schema of SARIF 2.1.0 is that of OASIS, in a module that carries it.
const (
	schemaModule = "github.com/securego/gosec/v2@v2.30.0"
	schemaFile   = "report/sarif/testdata/sarif-schema-2.1.0.json"
	schemaDigest = "c3b4bb2d6093897483348925aaa73af03b3e3f4bd4ca38cef26dcb4212a2682e"
)

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "mod", "download", "-json", schemaModule)
	cmd.Dir = t.TempDir()
	stdout, err := cmd.Output()
	require.NoError(t, err)
	var module struct{ Dir string }
	require.NoError(t, json.Unmarshal(stdout, &module))
	data, err := os.ReadFile(filepath.Join(module.Dir, filepath.FromSlash(schemaFile)))
	require.NoError(t, err)
	sum := sha256.Sum256(data)
	require.Equal(t, schemaDigest, hex.EncodeToString(sum[:]))
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	require.NoError(t, c.AddResource("sarif.json", doc))
	s, err := c.Compile("sarif.json")
	require.NoError(t, err)
	return s
}

func validate(s *jsonschema.Schema, log []byte) error {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(log))
	if err != nil {
		return err
	}
	return s.Validate(doc)
}

func TestSARIF(t *testing.T) {
	s, m := schema(t), theMultitool(t)
	var o format.Options
	for _, a := range retrylint.Rules() {
		o.Rules = append(o.Rules, format.Rule{Name: a.Name, Summary: rulepage.Summary(a), Help: rulepage.Markdown(a), URI: "https://example.com/" + a.Name})
	}

	data, err := os.ReadFile(filepath.Join("..", "internal", "format", "testdata", "findings.json"))
	require.NoError(t, err)
	all, err := document.Read(bytes.NewReader(data), "findings.json")
	require.NoError(t, err)
	for name, d := range map[string]*document.Document{"all": all, "none": {Tool: all.Tool, Complete: true}} {
		var b bytes.Buffer
		require.NoError(t, format.Write(&b, format.SARIF, d, o))
		assert.NoError(t, validate(s, b.Bytes()), name)
		assert.Empty(t, m.validate(t, b.Bytes()), name)

		// The validators do look.
		broken := bytes.Replace(b.Bytes(), []byte(`"executionSuccessful"`), []byte(`"executionSucceeded"`), 1)
		assert.Error(t, validate(s, broken), name)
		assert.NotEmpty(t, m.validate(t, broken), name)
	}
}

// What GitHub asks for beyond the schema is asked of a log.
func TestRulesOfGitHub(t *testing.T) {
	m := theMultitool(t)
	const log = `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":{"name":"x","version":"1"}},` +
		`"results":[{"ruleId":"x","message":{"text":"No place."},"locations":[]}]}]}`
	wrong := strings.Join(m.validate(t, []byte(log)), "\n")
	assert.Contains(t, wrong, "error GH1015 ")
}

// What the command prints of the example is valid, and has the findings that it is to have.
func TestSARIFOfCommand(t *testing.T) {
	s, m := schema(t), theMultitool(t)
	tool := filepath.Join(t.TempDir(), "retrylint")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", tool, "./cmd/retrylint")
	cmd.Dir = ".."
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	cmd = exec.CommandContext(t.Context(), tool, "-format=sarif", "./examples/storm/...")
	cmd.Dir = ".."
	log, err := cmd.Output()
	exit, ok := errors.AsType[*exec.ExitError](err)
	require.True(t, ok, "%v", err)
	require.Equal(t, 3, exit.ExitCode(), "%s", exit.Stderr)
	require.NoError(t, validate(s, log))
	// A build from source has no version, of which it warns.
	assert.Empty(t, m.validate(t, log, "error"))

	var printed struct {
		Runs []struct {
			Results []struct{ RuleID string }
		}
	}
	require.NoError(t, json.Unmarshal(log, &printed))
	expected, err := os.ReadFile(filepath.Join("..", "examples", "storm", "expected.txt"))
	require.NoError(t, err)
	assert.Len(t, printed.Runs[0].Results, bytes.Count(expected, []byte("\n")))
}
