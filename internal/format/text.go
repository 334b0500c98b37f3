package format

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/output"
)

// Colours of a terminal.
const (
	bold   = "\x1b[1m"
	red    = "\x1b[31m"
	yellow = "\x1b[33m"
	faint  = "\x1b[2m"
	plain  = "\x1b[0m"
)

// text prints findings grouped by file, each with its line of the source, and their number.
func text(b *bufio.Writer, d *document.Document, o Options) {
	// paint escapes a text and colours it; all that comes from elsewhere goes through it.
	paint := func(color, s string) string {
		if s = output.Escape(s); o.Color {
			return color + s + plain
		}
		return s
	}
	files := 0
	last := ""
	for i := range d.Findings {
		f := &d.Findings[i]
		if i == 0 || f.At.File != last {
			files++
			last = f.At.File
			fmt.Fprintln(b, paint(bold, o.file(last)))
		}
		at := fmt.Sprint(f.At.Start.Line)
		if f.At.Start.Column > 0 {
			at += fmt.Sprintf(":%d", f.At.Start.Column)
		}
		fmt.Fprintf(b, "  %s  %s  %s\n", at, paint(level(f.Confidence, red, yellow, faint), f.Rule), output.Escape(f.Text()))
		if f.Source != "" {
			fmt.Fprintf(b, "  %s  %s\n", strings.Repeat(" ", len(at)), paint(faint, strings.ReplaceAll(f.Source, "\t", " ")))
		}
	}
	if len(d.Findings) > 0 {
		fmt.Fprintf(b, "\n%s in %s\n", count(len(d.Findings), "finding"), count(files, "file"))
	}
}

// count returns a number of things in words.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
