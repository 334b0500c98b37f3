package format

import (
	"encoding/xml"
	"io"

	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/output"
)

type checkstyleReport struct {
	XMLName xml.Name          `xml:"checkstyle"`
	Version string            `xml:"version,attr"`
	Files   []*checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr,omitempty"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// checkstyle prints XML as Checkstyle does. XML cannot hold control characters, so texts are
// escaped as for a terminal.
func checkstyle(w io.Writer, d *document.Document) error {
	report := checkstyleReport{Version: "10.0"}
	var file *checkstyleFile
	last := ""
	for i := range d.Findings {
		f := &d.Findings[i]
		if file == nil || f.At.File != last {
			last = f.At.File
			file = &checkstyleFile{Name: output.Escape(last)}
			report.Files = append(report.Files, file)
		}
		file.Errors = append(file.Errors, checkstyleError{
			Line: f.At.Start.Line, Column: f.At.Start.UTF16, Severity: level(f.Confidence, "error", "warning", "info"),
			Message: output.Escape(f.Text()), Source: "retrylint." + output.Escape(f.Rule),
		})
	}
	data, err := xml.MarshalIndent(&report, "", "\t")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+string(data)+"\n")
	return err
}
