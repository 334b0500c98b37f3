// Package fix applies the fixes of findings to files.
package fix

import (
	"cmp"
	"errors"
	"fmt"
	"go/format"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/filewrite"
	"github.com/retrylint/retrylint/internal/finding"
)

// Result is what fixes make of files.
type Result struct {
	// Files are those that change, by name.
	Files []File
	// Fixed says of each finding whether its fix is in the files.
	Fixed []bool
	// Skipped are fixes that are not, each with a reason, in a line.
	Skipped []string
}

// File is a file that changes.
type File struct {
	Path     string
	Old, New []byte
}

// maxSize is the size of the largest file that is changed.
const maxSize = 64 << 20

// Plan returns what the fixes of findings make of files; nothing is written. The findings are in
// order. The first fix of each counts, all of it or nothing: where one changes what an
// earlier one changes too, it is left for another run, unless the two want the same. Only
// files below root are changed.
func Plan(root string, findings []finding.Finding) (*Result, error) {
	p := planner{root: root, files: make(map[string]*plan)}
	r := &Result{Fixed: make([]bool, len(findings))}
	for i := range findings {
		f := &findings[i]
		if len(f.Diagnostic.SuggestedFixes) == 0 {
			continue
		}
		if reason := p.take(f.Diagnostic.SuggestedFixes[0].Edits); reason != "" {
			r.Skipped = append(r.Skipped, fmt.Sprintf("%s: %s: %s", f.Record.Position, f.Record.Rule, reason))
			continue
		}
		r.Fixed[i] = true
	}
	for path, plan := range p.files {
		if len(plan.edits) == 0 {
			continue
		}
		changed := plan.apply()
		formatted, err := format.Source(changed)
		if err != nil {
			return nil, fmt.Errorf("%s: the fixes together are not valid Go, nothing was written: %w", path, err)
		}
		if before, err := format.Source(plan.old); err == nil && string(before) == string(plan.old) {
			// What was not formatted before is not to change all over.
			changed = formatted
		}
		r.Files = append(r.Files, File{Path: path, Old: plan.old, New: changed})
	}
	slices.SortFunc(r.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return r, nil
}

// Write writes the files, all or none of them.
func (r *Result) Write() error {
	var files []filewrite.File
	for _, f := range r.Files {
		now, err := os.ReadFile(f.Path)
		if err != nil {
			return err
		}
		if string(now) != string(f.Old) {
			return fmt.Errorf("%s has changed since it was analysed; nothing was written", f.Path)
		}
		files = append(files, filewrite.File{Path: f.Path, Data: f.New})
	}
	return filewrite.All(files)
}

type planner struct {
	root  string
	files map[string]*plan
}

// plan is what is to become of a file.
type plan struct {
	old   []byte
	edits []finding.TextEdit
}

// take adds edits, unless there is a reason not to.
func (p *planner) take(edits []finding.TextEdit) (reason string) {
	added := make(map[*plan][]finding.TextEdit)
	for _, e := range edits {
		file, err := p.file(e.Filename)
		if err != nil {
			return err.Error()
		}
		if e.Start < 0 || e.End < e.Start || e.End > len(file.old) {
			return "the file has changed since it was analysed"
		}
		if slices.Contains(file.edits, e) {
			continue
		}
		overlaps := func(other finding.TextEdit) bool { return overlap(e, other) }
		switch {
		case slices.ContainsFunc(file.edits, overlaps):
			return "the fix changes what that of another finding changes too; run again for it"
		case slices.ContainsFunc(added[file], overlaps):
			return "the fix changes a place twice"
		}
		added[file] = append(added[file], e)
	}
	for file, edits := range added {
		file.edits = append(file.edits, edits...)
	}
	return ""
}

// overlap reports whether the outcome of two edits depends on which is made first.
func overlap(a, b finding.TextEdit) bool {
	return a.Start < b.End && b.Start < a.End || a.Start == b.Start
}

// file returns the plan for a file. The reasons not to change it are in the error.
func (p *planner) file(path string) (*plan, error) {
	if file := p.files[path]; file != nil {
		return file, nil
	}
	rel, err := filepath.Rel(p.root, path)
	if err != nil || !filepath.IsLocal(rel) || filepath.Ext(path) != ".go" {
		return nil, errors.New("the fix is for a file that is not of this repository")
	}
	info, err := os.Stat(path)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > maxSize) {
		return nil, errors.New("the fix is for a file that is too large, or none")
	}
	data, err := os.ReadFile(path)
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, fmt.Errorf("the file cannot be read: %w", pathErr.Err)
	} else if err != nil {
		return nil, err
	}
	file := &plan{old: data}
	p.files[path] = file
	return file, nil
}

// apply returns the file with its edits.
func (p *plan) apply() []byte {
	slices.SortFunc(p.edits, func(a, b finding.TextEdit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	var out []byte
	end := 0
	for _, e := range p.edits {
		out = append(out, p.old[end:e.Start]...)
		out = append(out, e.New...)
		end = e.End
	}
	return append(out, p.old[end:]...)
}

// Diff prints the changes as a unified diff, with names from name.
func (r *Result) Diff(w io.Writer, name func(path string) string) error {
	for _, f := range r.Files {
		label := name(f.Path)
		if _, err := io.WriteString(w, unified("a/"+label, "b/"+label, string(f.Old), string(f.New))); err != nil {
			return err
		}
	}
	return nil
}
