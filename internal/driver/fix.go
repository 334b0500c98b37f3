package driver

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/output"
)

// shownOn returns where a diff goes to. A terminal is not to obey what the source says; git
// wants it as it is.
func shownOn(w io.Writer) io.Writer {
	if isTerminal(w) {
		return escaping{w}
	}
	return w
}

// escaping escapes what is written to it, line by line; each write is whole lines.
type escaping struct{ w io.Writer }

// Write implements [io.Writer].
func (e escaping) Write(p []byte) (int, error) {
	if _, err := io.WriteString(e.w, escapeLines(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// fix applies the fixes of the findings of a document, or prints what they change.
func (c *command) fix(r *inspection, o *options, doc *document.Document) error {
	if !r.complete() {
		return errors.Join(r.outcome(c, 0), errors.New("nothing was changed"))
	}
	var findings []finding.Finding
	for i := range doc.Findings {
		findings = append(findings, *doc.Findings[i].Origin())
	}
	plan, err := fix.Plan(r.root, findings)
	if err != nil {
		return err
	}
	for _, s := range plan.Skipped {
		fmt.Fprintln(c.stderr, output.Escape(s))
	}
	if o.diff {
		if err := plan.Diff(shownOn(c.stdout), func(path string) string {
			return output.Escape(filepath.ToSlash(output.ShortPath(r.root, path)))
		}); err != nil {
			return err
		}
		return r.outcome(c, len(plan.Files))
	}
	if err := plan.Write(); err != nil {
		return err
	}
	var rest []document.Finding
	fixed := 0
	for i, f := range doc.Findings {
		if plan.Fixed[i] {
			fixed++
			continue
		}
		rest = append(rest, f)
	}
	doc.Findings = rest
	if err := c.printDocument(doc, o.format, r.root, r.dir); err != nil {
		return err
	}
	fmt.Fprintf(c.stderr, "retrylint: %d fixed in %d files\n", fixed, len(plan.Files))
	return r.outcome(c, len(rest))
}
