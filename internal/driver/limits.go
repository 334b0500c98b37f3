package driver

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/filewrite"
	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/govet"
	"github.com/retrylint/retrylint/internal/limits"
	"github.com/retrylint/retrylint/internal/output"
	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/rulename"
	"github.com/retrylint/retrylint/internal/settings"
	"github.com/retrylint/retrylint/internal/survey"
)

// newLimitsFlagSet has the flags of limits.
func newLimitsFlagSet(o *options) *flag.FlagSet {
	fs := flag.NewFlagSet("limits", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	addRunFlags(fs, o)
	return fs
}

// limitsCommand says which limits of functions are not what is true, or lowers them.
func (c *command) limitsCommand(ctx context.Context, args []string) error {
	const verbs = "limits takes one of check and lower"
	if len(args) == 0 || args[0] != "check" && args[0] != "lower" {
		return usagef(verbs)
	}
	verb := args[0]
	var o options
	flags := newLimitsFlagSet(&o)
	if err := flags.Parse(args[1:]); errors.Is(err, flag.ErrHelp) {
		return c.help(nil)
	} else if err != nil {
		return usagef("%v", err)
	}
	r, err := c.inspect(ctx, &o, flags.Args())
	if err != nil {
		return err
	}
	if !r.complete() {
		// What could not be analysed would be taken for mended.
		return errors.Join(r.outcome(c, 0), errors.New("of the limits nothing is known"))
	}
	extent, err := govet.ExtentOf(ctx, r.cfg)
	if err != nil {
		return err
	}
	wrong, looked, slack := 0, false, false
	for _, f := range r.limitFiles() {
		if len(f.file.Limits) == 0 || !f.wholeIn(extent) {
			continue
		}
		looked = true
		states := limits.States(f.file, f.functions)
		shown := limits.State.Slack
		if verb == "check" {
			shown = func(s limits.State) bool { return s.Slack() || s.Exceeded() || !s.Named }
		} else if slices.ContainsFunc(states, limits.State.Slack) {
			if err := lowerLimits(r.dir, f, states); err != nil {
				return err
			}
		}
		for _, s := range states {
			if !shown(s) {
				continue
			}
			if verb == "check" {
				wrong++
				slack = slack || s.Slack()
			}
			line, column := f.file.Place(s.Key)
			at := record.Position{File: filepath.ToSlash(output.ShortPath(r.dir, f.path)), Line: line, Column: column}
			if _, err := fmt.Fprintf(c.stdout, "%s: %s\n", output.Escape(at.String()), output.Escape(s.String())); err != nil {
				return err
			}
		}
	}
	if !looked {
		return usagef("%s", c.noLimits(r))
	}
	if slack {
		fmt.Fprintln(c.stderr, "Run 'retrylint limits lower' to lower what is higher than it need be.")
	}
	return r.outcome(c, wrong)
}

// noLimits says why there was nothing to look at.
func (c *command) noLimits(r *inspection) string {
	for _, m := range r.modules {
		if len(m.file.Limits) > 0 {
			return "limits needs all packages of a module, as ./... in its directory: functions of any may be meant"
		}
	}
	return "no " + settings.FileName + " has limits"
}

// lowerLimits writes a file with settings anew.
func lowerLimits(dir string, f limitFile, states []limits.State) error {
	name := shortName(dir, f.path)
	data, err := os.ReadFile(f.path)
	if err != nil {
		return unreadable(dir, f.path, err)
	}
	data, err = limits.Lower(data, f.file, states)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	// It is read as it will be read.
	changed, err := settings.Parse(f.path, name, data)
	if err != nil {
		return fmt.Errorf("the limits were not changed: %w", err)
	}
	for _, s := range states {
		want := s.Limit
		if s.Slack() {
			want = int(s.Now.N)
		}
		if n := changed.Limits[s.Key]; n == nil || int(*n) != want {
			return fmt.Errorf("%s: the limit of %s is not written in a way that can be changed", name, s.Key)
		}
	}
	return filewrite.All([]filewrite.File{{Path: f.path, Data: data}})
}

// limitFile is a file with settings, the modules that it counts for, and their functions.
type limitFile struct {
	path      string
	file      *settings.File
	roots     []string
	functions limits.Functions
}

// wholeIn reports whether a run looked at all packages of the modules.
func (f limitFile) wholeIn(extent *govet.Extent) bool {
	for _, root := range f.roots {
		if !extent.WholeIn(root) {
			return false
		}
	}
	return true
}

// limitFiles returns the files with settings of a run.
func (r *inspection) limitFiles() []limitFile {
	byModule := r.functions()
	var files []limitFile
	at := make(map[string]int)
	for _, m := range r.modules {
		if m.path == "" {
			continue
		}
		i, ok := at[m.path]
		if !ok {
			i = len(files)
			at[m.path] = i
			files = append(files, limitFile{path: m.path, file: m.file, functions: make(limits.Functions)})
		}
		files[i].roots = append(files[i].roots, m.root)
		for name, n := range byModule[m.root] {
			files[i].functions[name] = n
		}
	}
	return files
}

// isEntry reports whether a record is about a function as the beginning of a call path.
func isEntry(rec *record.Record) bool {
	return rec.Rule == survey.Chains && rec.Construct == document.Entry
}

// functions returns the functions that are no tests with their attempts, by the root of their
// module.
func (r *inspection) functions() map[string]limits.Functions {
	all := make(map[string]limits.Functions)
	for i := range r.result.Findings {
		rec := &r.result.Findings[i].Record
		if !isEntry(rec) || rec.Test {
			continue
		}
		root := moduleFor(r.modules, rec.Position.File).root
		if all[root] == nil {
			all[root] = make(limits.Functions)
		}
		all[root].Add(settings.FunctionName(rec.Package, rec.Declaration), r.places.Chain(rec.Chain))
	}
	return all
}

// raised returns a finding for each limit that is higher than in an older revision.
func (r *inspection) raised(base *revision) []document.Finding {
	if !r.selected[rulename.Chains] {
		return nil
	}
	var found []finding.Finding
	seen := make(map[string]bool)
	now := r.functions()
	for _, m := range r.modules {
		if !m.file.On(rulename.Chains) {
			continue
		}
		old, then := base.module(r.root, m.root)
		for _, raise := range limits.Raised(old, m.file, now[m.root], then) {
			at := record.Position{File: m.path, Line: 1}
			if m.path == "" {
				at.File = filepath.Join(m.root, settings.FileName)
			}
			if line, column := m.file.Place(raise.Key); line > 0 {
				at.Line, at.Column = line, column
			}
			key := fmt.Sprintf("%s\x00%s", at, raise.Text)
			if seen[key] {
				continue
			}
			seen[key] = true
			found = append(found, finding.Finding{Record: record.Record{
				Rule: rulename.Chains, Confidence: record.High, Position: at, Message: raise.Text + ": limits only fall",
				Fingerprint: record.Fingerprint(rulename.Chains, r.places.File(at.File), "", raise.Key, 0),
			}})
		}
	}
	return r.places.New("", found, true).Findings
}

// module returns the settings and the functions that a module had, given where it lies now.
func (b *revision) module(root, module string) (*settings.File, limits.Functions) {
	rel, err := filepath.Rel(root, module)
	for _, m := range b.modules {
		if err == nil && m.root == filepath.Join(b.root, rel) {
			return m.file, b.functions[m.root]
		}
	}
	return new(settings.File), nil
}
