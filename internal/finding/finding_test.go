package finding_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/record"
)

const trees = `{}
{"m/b [m/b.test]": {"r": [
	{"posn": "b.go:9:1", "end": "b.go:9:2", "message": "second", "related": [
		{"posn": "b.go:1:1", "end": "b.go:1:1", "message": "other"},
		{"posn": "b.go:9:1", "end": "b.go:9:2", "message": "{\"rule\":\"r\",\"message\":\"second\",\"position\":{\"file\":\"b.go\",\"line\":9,\"column\":1}}"}
	]},
	{"posn": "b.go:3:1", "end": "b.go:3:2", "message": "first", "related": [
		{"posn": "b.go:3:1", "end": "b.go:3:2", "message": "{\"rule\":\"r\",\"message\":\"first\",\"test\":true,\"position\":{\"file\":\"b.go\",\"line\":3,\"column\":1}}"}
	]}
]}}
{"m/b": {"r": [
	{"posn": "b.go:3:1", "end": "b.go:3:2", "message": "first", "related": [
		{"posn": "b.go:3:1", "end": "b.go:3:2", "message": "{\"rule\":\"r\",\"message\":\"first\",\"test\":true,\"position\":{\"file\":\"b.go\",\"line\":3,\"column\":1}}"}
	]}
]}, "m/c": {"r": {"error": "failed"}}}
`

func TestDecode(t *testing.T) {
	result, err := finding.Decode(strings.NewReader(trees))
	require.NoError(t, err)
	assert.Equal(t, 3, result.Units)
	assert.Equal(t, []finding.Failure{{Unit: "m/c", Analyzer: "r", Message: "failed"}}, result.Failures)
	require.Len(t, result.Findings, 3)

	result.Normalize()
	require.Len(t, result.Findings, 2)
	first, second := result.Findings[0], result.Findings[1]
	assert.Equal(t, record.Record{
		Rule: "r", Message: "first", Test: true, Position: record.Position{File: "b.go", Line: 3, Column: 1},
	}, first.Record)
	assert.Equal(t, "m/b", first.Unit)
	assert.Empty(t, first.Diagnostic.Related)
	assert.Equal(t, []finding.Related{{Posn: "b.go:1:1", End: "b.go:1:1", Message: "other"}}, second.Diagnostic.Related)

	result.Keep(func(r *record.Record) bool { return !r.Test })
	require.Len(t, result.Findings, 1)
	assert.Equal(t, "second", result.Findings[0].Record.Message)
}

func TestDecodeErrors(t *testing.T) {
	for name, input := range map[string]string{
		"no JSON":         "# example.com/m",
		"cut off":         `{"m": {"r": [`,
		"no record":       `{"m": {"r": [{"posn": "a.go:1:1", "message": "m"}]}}`,
		"record not JSON": `{"m": {"r": [{"posn": "a.go:1:1", "message": "m", "related": [{"message": "see here"}]}]}}`,
		"not a tree":      `{"m": {"r": 1}}`,
	} {
		_, err := finding.Decode(strings.NewReader(input))
		assert.ErrorContains(t, err, "reading the output of go vet", name)
	}
}
