package output

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/record"
)

// recorded is a diagnostic with its record.
type recorded struct {
	finding.Diagnostic
	Record *record.Record `json:"record,omitempty"`
}

// JSON prints the tree that all drivers of x/tools print: package, analyzer,
// diagnostics. With records, each diagnostic has its record in a field of that name.
func JSON(w io.Writer, result *finding.Result, records bool) error {
	tree := make(finding.Tree)
	put := func(unit, analyzer string, v any) {
		if tree[unit] == nil {
			tree[unit] = make(map[string]any)
		}
		tree[unit][analyzer] = v
	}
	for _, f := range result.Findings {
		d := recorded{Diagnostic: f.Diagnostic}
		if records {
			d.Record = &f.Record
		}
		diagnostics, _ := tree[f.Unit][f.Analyzer].([]recorded)
		put(f.Unit, f.Analyzer, append(diagnostics, d))
	}
	for _, f := range result.Failures {
		put(f.Unit, f.Analyzer, finding.Error{Err: f.Message})
	}
	data, err := json.MarshalIndent(tree, "", "\t")
	if err != nil {
		return err
	}
	_, err = w.Write(append(EscapeJSON(data), '\n'))
	return err
}

// EscapeJSON escapes the characters that a terminal might act on and that JSON
// allows unescaped.
func EscapeJSON(data []byte) []byte {
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
