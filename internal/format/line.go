package format

import (
	"bufio"
	"fmt"

	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/output"
	"github.com/retrylint/retrylint/internal/record"
)

// line prints one finding a line: file:line:column, message and rule.
func line(b *bufio.Writer, d *document.Document, o Options) {
	for i := range d.Findings {
		f := &d.Findings[i]
		at := record.Position{File: o.file(f.At.File), Line: f.At.Start.Line, Column: f.At.Start.Column}
		fmt.Fprintf(b, "%s: %s (%s)\n", output.Escape(at.String()), output.Escape(f.Text()), output.Escape(f.Rule))
	}
}
