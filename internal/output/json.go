package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"

	"github.com/retrylint/retrylint/internal/finding"
)

// JSON prints the tree that all drivers of x/tools print: package, analyzer,
// diagnostics.
func JSON(w io.Writer, result *finding.Result) error {
	tree := make(finding.Tree)
	put := func(unit, analyzer string, v any) {
		if tree[unit] == nil {
			tree[unit] = make(map[string]any)
		}
		tree[unit][analyzer] = v
	}
	for _, f := range result.Findings {
		diagnostics, _ := tree[f.Unit][f.Analyzer].([]finding.Diagnostic)
		put(f.Unit, f.Analyzer, append(diagnostics, f.Diagnostic))
	}
	for _, f := range result.Failures {
		put(f.Unit, f.Analyzer, finding.Error{Err: f.Message})
	}
	data, err := json.MarshalIndent(tree, "", "\t")
	if err != nil {
		return err
	}
	_, err = w.Write(append(escapeJSON(data), '\n'))
	return err
}

// escapeJSON escapes the characters that a terminal might act on and that JSON
// allows unescaped.
func escapeJSON(data []byte) []byte {
	var b bytes.Buffer
	for _, r := range string(data) {
		switch {
		case unicode.IsPrint(r) || r == '\n' || r == '\t':
			b.WriteRune(r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		}
	}
	return b.Bytes()
}
