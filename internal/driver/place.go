package driver

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/govet"
	"github.com/retrylint/retrylint/internal/output"
	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/survey"
)

// place is a line of a file.
type place struct {
	// file is the absolute path.
	file string
	line int
}

// isPlace reports whether an argument of explain is meant as a place: no rule has
// such a name.
func isPlace(arg string) bool { return strings.ContainsAny(arg, `:./\`) }

// parsePlace reads file:line or file:line:column, with the file relative to dir.
// Any error is a usage error.
func parsePlace(dir, arg string) (place, error) {
	name, numbers := arg, []int(nil)
	for len(numbers) < 2 {
		i := strings.LastIndexByte(name, ':')
		if i < 0 {
			break
		}
		n, err := strconv.Atoi(name[i+1:])
		if err != nil {
			break
		}
		name, numbers = name[:i], append([]int{n}, numbers...)
	}
	if filepath.Ext(name) != ".go" {
		return place{}, usagef("%s is not a Go file", name)
	}
	if len(numbers) == 0 {
		return place{}, usagef("say which line of %s to explain, such as %s:42", name, name)
	}
	p := place{file: name, line: numbers[0]}
	if !filepath.IsAbs(p.file) {
		p.file = filepath.Join(dir, p.file)
	}
	text, err := os.ReadFile(p.file)
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return place{}, usagef("%s: %v", name, pathErr.Err)
	} else if err != nil {
		return place{}, usagef("%s: %v", name, err)
	}
	lines := bytes.Count(text, []byte("\n"))
	if !bytes.HasSuffix(text, []byte("\n")) && len(text) > 0 {
		lines++
	}
	if p.line < 1 || p.line > lines {
		return place{}, usagef("%s has no line %d: it has %d", name, p.line, lines)
	}
	return p, nil
}

// explainPlace prints what the model sees at a place.
func (c *command) explainPlace(ctx context.Context, o *options, arg string) error {
	dir, err := workDir(o.dir)
	if err != nil {
		return err
	}
	at, err := parsePlace(dir, arg)
	if err != nil {
		return err
	}
	if _, err := readSettings(dir, c.getenv("GOWORK")); err != nil {
		return err
	}
	cfg, err := c.vetConfig(o, dir, filepath.Dir(at.file))
	if err != nil {
		return err
	}
	if reason, err := govet.NotAnalysed(ctx, cfg, at.file); err != nil {
		return err
	} else if reason != "" {
		return usagef("%s cannot be explained: %s", output.ShortPath(dir, at.file), reason)
	}
	result, err := govet.Run(ctx, cfg)
	if err != nil {
		return err
	}
	if len(result.Failures) > 0 {
		return c.failures(result.Failures)
	}
	result.Normalize()
	var records []record.Record
	for _, f := range result.Findings {
		// The package is that of the file, so its name is enough.
		if f.Record.Rule == survey.Name && filepath.Base(f.Record.Position.File) == filepath.Base(at.file) {
			records = append(records, f.Record)
		}
	}
	here := at.of(records)
	switch {
	case o.json:
		return output.Records(c.stdout, here)
	case len(here) > 0:
		if err := output.Explain(c.stdout, dir, here); err != nil {
			return err
		}
		return c.printIgnored(dir, result, here)
	}
	where := record.Position{File: output.ShortPath(dir, at.file), Line: at.line}
	fmt.Fprintf(c.stdout, "%s: no loop is here, and no call that is run again\n", output.Escape(where.String()))
	if near := at.nearest(records); near != nil {
		fmt.Fprintf(c.stdout, "nearest: %s\n", output.Headline(dir, near))
	}
	return nil
}

// printIgnored says which findings at the places of records are silenced, and why.
func (c *command) printIgnored(dir string, result *finding.Result, here []record.Record) error {
	for _, f := range result.Findings {
		ig := f.Record.Ignored
		if ig == nil || !slices.ContainsFunc(here, func(r record.Record) bool { return r.Position == f.Record.Position }) {
			continue
		}
		at := record.Position{File: output.ShortPath(dir, f.Record.Position.File), Line: f.Record.Position.Line}
		if _, err := fmt.Fprintf(c.stdout, "%s: %s is ignored: %s (%s:%d)\n",
			output.Escape(at.String()), f.Record.Rule, output.Escape(ig.Reason), output.Escape(ig.File), ig.Line); err != nil {
			return err
		}
	}
	return nil
}

// of returns the records that speak of the place: those of the statements around
// it, from the inside out, and those whose call stands there. Of a loop with the
// call of an attempt on the line, only that attempt counts; retry sites come first.
func (p place) of(records []record.Record) []record.Record {
	isCall := func(r *record.Record) bool { return r.Operation.Position.Line == p.line }
	called := make(map[record.Position]bool)
	for i := range records {
		if r := &records[i]; isCall(r) {
			called[r.Position] = true
		}
	}
	var here []record.Record
	for i := range records {
		r := &records[i]
		if isCall(r) || p.distance(r) == 0 && !called[r.Position] {
			here = append(here, *r)
		}
	}
	slices.SortStableFunc(here, func(a, b record.Record) int {
		return cmp.Or(
			cmp.Compare(p.distance(&a), p.distance(&b)),
			cmp.Compare(a.End.Line-a.Position.Line, b.End.Line-b.Position.Line),
			a.Position.Compare(b.Position),
			cmp.Compare(rank(&a), rank(&b)),
		)
	})
	return here
}

// rank orders records about one thing: sites, then what else is known.
func rank(r *record.Record) int {
	if r.Site {
		return 0
	}
	return 1
}

// nearest returns the record whose statement is nearest, nil if there is none.
func (p place) nearest(records []record.Record) *record.Record {
	var best *record.Record
	for i := range records {
		if r := &records[i]; best == nil || p.distance(r) < p.distance(best) {
			best = r
		}
	}
	return best
}

// distance returns the number of lines from the place to the statement of a record.
func (p place) distance(r *record.Record) int {
	return max(r.Position.Line-p.line, p.line-r.End.Line, 0)
}
