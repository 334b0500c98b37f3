package format

import (
	"encoding/json"
	"io"

	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/output"
)

// issue is a finding in a code quality report of GitLab.
type issue struct {
	Description string   `json:"description"`
	CheckName   string   `json:"check_name"`
	Fingerprint string   `json:"fingerprint"`
	Severity    string   `json:"severity"`
	Location    location `json:"location"`
}

type location struct {
	Path  string `json:"path"`
	Lines struct {
		Begin int `json:"begin"`
		End   int `json:"end,omitempty"`
	} `json:"lines"`
}

// gitlab prints a code quality report of GitLab.
func gitlab(w io.Writer, d *document.Document) error {
	issues := []issue{}
	for i := range d.Findings {
		f := &d.Findings[i]
		is := issue{
			Description: f.Text(), CheckName: f.Rule, Fingerprint: f.Fingerprint,
			Severity: level(f.Confidence, "major", "minor", "info"),
			Location: location{Path: f.At.File},
		}
		is.Location.Lines.Begin, is.Location.Lines.End = f.At.Start.Line, f.At.End.Line
		issues = append(issues, is)
	}
	return writeJSON(w, issues)
}

// writeJSON prints a value as JSON that a terminal can show.
func writeJSON(w io.Writer, v any) error {
	data, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		return err
	}
	_, err = w.Write(append(output.EscapeJSON(data), '\n'))
	return err
}
