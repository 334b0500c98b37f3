package output_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/output"
	"github.com/retrylint/retrylint/internal/record"
)

func TestEscape(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"plain text, ünïcode 世界 🙂", "plain text, ünïcode 世界 🙂"},
		{"\x1b[31mred", `\x1b[31mred`},
		{"a\nb\tc\rd\x00", `a\x0ab\x09c\x0dd\x00`},
		{"\u009b2J", `\u009b2J`},
		{"\u202eleft", `\u202eleft`},
		{"\U000e0041", `\U000e0041`},
		{"bad \xff byte", `bad \xff byte`},
		{"\ufffd", "\ufffd"},
	} {
		assert.Equal(t, test.want, output.Escape(test.in))
	}
	assert.Equal(t, "\tx\\x1b", output.EscapeLine("\tx\x1b"))
}

func TestShortPath(t *testing.T) {
	dir := filepath.FromSlash("/home/me/project")
	for path, want := range map[string]string{
		"/home/me/project/a/b.go": "a/b.go",
		"/home/me/other/b.go":     "../other/b.go",
		"/usr/b.go":               "/usr/b.go",
		"relative.go":             "relative.go",
	} {
		assert.Equal(t, filepath.FromSlash(want), output.ShortPath(dir, filepath.FromSlash(path)))
	}
}

func result() *finding.Result {
	return &finding.Result{
		Findings: []finding.Finding{{
			Record: record.Record{
				Rule:     "nowait",
				Message:  "retries \x1b[31m",
				Position: record.Position{File: filepath.FromSlash("/m/\x1b/a.go"), Line: 3, Column: 2},
			},
			Unit:       "example.com/m",
			Analyzer:   "nowait",
			Diagnostic: finding.Diagnostic{Posn: "/m/\x1b/a.go:3:2", End: "/m/\x1b/a.go:3:5", Message: "retries \x1b\u009b\U000e0041"},
		}},
		Failures: []finding.Failure{{Unit: "example.com/m/b", Analyzer: "nowait", Message: "broken"}},
	}
}

func TestText(t *testing.T) {
	var b strings.Builder
	require.NoError(t, output.Text(&b, filepath.FromSlash("/m"), result()))
	assert.Equal(t, filepath.FromSlash(`\x1b/a.go:3:2: retries \x1b[31m (nowait)`)+"\n", b.String())
}

func TestJSON(t *testing.T) {
	var b strings.Builder
	require.NoError(t, output.JSON(&b, result(), false))
	for _, r := range []string{"\x1b", "\u009b", "\U000e0041"} {
		assert.NotContains(t, b.String(), r)
	}
	var tree map[string]map[string]any
	require.NoError(t, json.Unmarshal([]byte(b.String()), &tree))
	assert.Equal(t, map[string]map[string]any{
		"example.com/m": {"nowait": []any{map[string]any{
			"posn": "/m/\x1b/a.go:3:2", "end": "/m/\x1b/a.go:3:5", "message": "retries \x1b\u009b\U000e0041",
		}}},
		"example.com/m/b": {"nowait": map[string]any{"error": "broken"}},
	}, tree)

	b.Reset()
	require.NoError(t, output.JSON(&b, new(finding.Result), false))
	assert.Equal(t, "{}\n", b.String())
}
