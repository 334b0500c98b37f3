package driver

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/fix"
	"github.com/retrylint/retrylint/internal/output"
)

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
		if err := plan.Diff(c.stdout, func(path string) string {
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
