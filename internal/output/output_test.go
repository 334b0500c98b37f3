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

func TestExplain(t *testing.T) {
	at := func(line int) record.Position {
		return record.Position{File: filepath.FromSlash("/m/a.go"), Line: line, Column: 2}
	}
	condition := func(text string) record.Evidence { return record.Evidence{Position: at(3), Text: text} }
	one := record.Record{
		Position: at(2), Declaration: "Get", Construct: "retry", Site: true, Why: "because",
		Operation: record.Operation{ID: "net/http.Get", Text: "load", Position: at(4), Remote: "remote", Via: []string{"m/x.Do", "net.Dial"}},
		Attempts:  record.Attempts{Kind: "time-bounded", N: 7, Text: "30s"},
		Paths: []record.Path{
			{Conditions: []record.Evidence{condition("a"), condition("not: b")}, Wait: record.Wait{Kind: "growing", Text: "1s, 2s"}},
			{Conditions: []record.Evidence{condition("a"), {Text: "x\x1b"}}, Wait: record.Wait{Kind: "server"}, Changes: true},
		},
	}
	two := record.Record{Position: at(9), Declaration: "Put", Construct: "local", Why: "because", Evidence: []record.Evidence{{Text: "3 more calls that can fail"}}}
	var b strings.Builder
	require.NoError(t, output.Explain(&b, filepath.FromSlash("/m"), []record.Record{one, two}))
	assert.Equal(t, strings.Join([]string{
		"a.go:2:2: retry: load in Get",
		"\twhy: because",
		"\tcall: load (a.go:4), remote through m/x.Do, net.Dial, by calling net/http.Get",
		"\tattempts: for up to 30s, 7 if each fails at once",
		"\ton each path:",
		"\t\tif a (a.go:3)",
		"\tpath 1 of 2 from a failure to the next attempt:",
		"\t\tif not: b (a.go:3)",
		"\t\twait: grows without randomness, 1s, 2s",
		"\tpath 2 of 2 from a failure to the next attempt:",
		`		if x\x1b`,
		"\t\twait: as the server says",
		"\t\ta call in between may change what the next attempt meets",
		"",
		"a.go:9:2: local, no retry site: a loop in Put",
		"\twhy: because",
		"\tcalls looked at:",
		"\t\t3 more calls that can fail",
		"",
	}, "\n"), b.String())
}

// What is not said of the answers is not printed, and what is open is called so.
func TestExplainAnswers(t *testing.T) {
	for want, answers := range map[string]record.Answers{
		"": {},
		"\tanswers that lead to another attempt: 400-599\n": {Again: []string{"400-599"}, Exact: true},
		"\tanswers that lead to another attempt: none\n\t\tthose that do not: 404\n\t\tothers may as well: a condition on the answer is not computed\n": {
			Stops: []string{"404"},
		},
	} {
		var b strings.Builder
		require.NoError(t, output.Explain(&b, "", []record.Record{{Answers: answers}}))
		_, rest, _ := strings.Cut(b.String(), "\n")
		assert.Contains(t, rest, want)
		assert.Equal(t, want != "", strings.Contains(rest, "answers"))
	}
}

func TestExplainAttempts(t *testing.T) {
	for _, test := range []struct {
		attempts record.Attempts
		want     string
	}{
		{record.Attempts{Kind: "exact", N: 4}, "4"},
		{record.Attempts{Kind: "at least", N: 4}, "at least 4"},
		{record.Attempts{Kind: "unbounded"}, "without limit"},
		{record.Attempts{Kind: "unknown"}, "cannot tell"},
		{record.Attempts{Kind: "unknown", Text: "n + 1"}, "n + 1"},
		{record.Attempts{Kind: "time-bounded", N: 3}, "for a limited time, 3 if each fails at once"},
		{record.Attempts{Kind: "time-bounded", Text: "timeout"}, "for up to timeout"},
	} {
		var b strings.Builder
		require.NoError(t, output.Explain(&b, "", []record.Record{{Attempts: test.attempts}}))
		assert.Contains(t, b.String(), "\tattempts: "+test.want+"\n")
	}
}
