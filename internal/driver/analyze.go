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
	"strings"

	"github.com/retrylint/retrylint/internal/baseline"
	"github.com/retrylint/retrylint/internal/document"
	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/format"
	"github.com/retrylint/retrylint/internal/govet"
	"github.com/retrylint/retrylint/internal/output"
	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/settings"
	"github.com/retrylint/retrylint/internal/survey"
)

// options are the flags of the analysis.
type options struct {
	format   string
	baseline string
	since    string
	fix      bool
	diff     bool
	json     bool
	records  bool
	show     settings.Flags
	rules    string
	dir      string
	tags     string
	version  bool
}

func newFlagSet(o *options) *flag.FlagSet {
	fs := flag.NewFlagSet("retrylint", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	addFormatFlag(fs, &o.format)
	fs.StringVar(&o.baseline, "baseline", o.baseline, "show only findings that the `file` does not accept")
	fs.StringVar(&o.since, "since", "", "show only findings that the git `revision` does not have, and chains that multiply to more than there")
	fs.BoolVar(&o.fix, "fix", false, "apply the fixes of the findings that are shown, and print the others")
	fs.BoolVar(&o.diff, "diff", false, "print what -fix would change as a diff, and change nothing")
	fs.BoolVar(&o.json, "json", false, "print the findings as go vet -json does: package, analyzer, diagnostics")
	fs.BoolVar(&o.records, "records", false, "with -json, print with each finding its record, and the records of ignored findings and of all loops")
	addShowFlags(fs, o)
	fs.StringVar(&o.rules, "rules", "", "show only findings of these `rules`, separated by commas (default: all)")
	addRunFlags(fs, o)
	fs.BoolVar(&o.version, "version", false, "print the version and exit")
	return fs
}

// addFormatFlag adds the flag that chooses a format.
func addFormatFlag(fs *flag.FlagSet, name *string) {
	fs.StringVar(name, "format", "", "print the findings as `format`: "+strings.Join(format.Names(), ", ")+" (default: text on a terminal, else line)")
}

// check returns an error for flags that exclude each other.
func (o *options) check() error {
	switch {
	case o.records && !o.json:
		return usagef("-records needs -json")
	case o.json && o.format != "":
		return usagef("-json prints the tree of go vet; for the format json, give -format=json alone")
	case o.json && (o.baseline != "" || o.since != "" || o.fix || o.diff):
		return usagef("-json prints all findings as go vet does; with -baseline, -since, -fix and -diff, give -format=json")
	case o.fix && o.diff:
		return usagef("-fix changes files and -diff does not; give one of them")
	case o.diff && o.format != "":
		return usagef("-diff prints a diff; it takes no -format")
	}
	return checkFormat(o.format)
}

// addShowFlags adds the flags that say what is shown beside the usual.
func addShowFlags(fs *flag.FlagSet, o *options) {
	fs.Var(&o.show.Tests, "tests", "include findings in tests, and in what only tests use")
	fs.Var(&o.show.Generated, "generated", "include findings in generated files")
	fs.Var(&o.show.Low, "low", "include findings of low confidence")
}

// newExplainFlagSet has the flags of explain.
func newExplainFlagSet(o *options) *flag.FlagSet {
	fs := flag.NewFlagSet("explain", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.BoolVar(&o.json, "json", false, "print the records of the place as a JSON array")
	addRunFlags(fs, o)
	return fs
}

// addRunFlags adds the flags that say where and how packages are built.
func addRunFlags(fs *flag.FlagSet, o *options) {
	fs.StringVar(&o.dir, "C", "", "work as if started in `dir`")
	fs.StringVar(&o.tags, "tags", "", "build `tags`, separated by commas")
}

// analyze runs the rules on packages and prints the findings.
func (c *command) analyze(ctx context.Context, args []string) (result error) {
	var o options
	fs := newFlagSet(&o)
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		return c.help(nil)
	} else if err != nil {
		return usagef("%v", err)
	}
	if o.version {
		_, err := fmt.Fprintln(c.stdout, toolVersion())
		return err
	}
	if err := o.check(); err != nil {
		return err
	}
	dir, err := workDir(o.dir)
	if err != nil {
		return err
	}
	var accepted *baseline.Baseline
	if o.baseline != "" {
		if accepted, err = wrongFile(readBaseline(dir, o.baseline)); err != nil {
			return err
		}
	}
	var base *revision
	if o.since != "" {
		var incomplete error
		if base, incomplete, err = c.base(ctx, &o, dir, fs.Args()); err != nil {
			return err
		}
		defer func() {
			if incomplete != nil && (result == nil || errors.Is(result, errFindings)) {
				result = incomplete
			}
		}()
	}
	r, err := c.inspect(ctx, &o, fs.Args())
	if err != nil {
		return err
	}
	if o.json {
		r.keep(&o)
		if err := output.JSON(c.stdout, r.result, o.records); err != nil {
			return err
		}
		return r.outcome(c, 0)
	}
	doc := r.document(&o)
	if accepted != nil {
		stale, _, err := r.stale(ctx, accepted)
		if err != nil {
			return err
		}
		c.printStale(o.baseline, stale)
		doc.Against = o.baseline
		doc.Findings = accepted.New(doc.Findings, c.now())
	}
	if base != nil {
		doc.Against = o.since
		doc.Findings = append(base.New(doc.Findings, r.present()), r.raised(base)...)
		slices.SortStableFunc(doc.Findings, func(a, b document.Finding) int { return a.Origin().Record.Compare(&b.Origin().Record) })
	}
	if o.fix || o.diff {
		return c.fix(r, &o, doc)
	}
	if err := c.printDocument(doc, o.format, r.root, r.dir); err != nil {
		return err
	}
	return r.outcome(c, len(doc.Findings))
}

// inspection is a run of all rules over some packages.
type inspection struct {
	dir, root string
	cfg       govet.Config
	modules   []moduleSettings
	selected  map[string]bool
	// result has all findings, shown or not, with the records of loops.
	result *finding.Result
	places *document.Places
	// err says that some packages could not be analysed.
	err error
}

// inspect runs all rules over the packages that patterns name. The error is one for which
// there is no result.
func (c *command) inspect(ctx context.Context, o *options, patterns []string) (*inspection, error) {
	for _, p := range patterns {
		if strings.HasPrefix(p, "-") {
			return nil, usagef("flag %s must come before the packages", p)
		}
	}
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	selected, err := c.selectRules(o.rules)
	if err != nil {
		return nil, err
	}
	dir, err := workDir(o.dir)
	if err != nil {
		return nil, err
	}
	r := &inspection{dir: dir, root: repositoryRoot(dir), selected: selected}
	r.modules, err = readSettings(dir, c.getenv("GOWORK"))
	if err != nil {
		return nil, err
	}
	r.cfg, err = c.vetConfig(o, dir, inWorkspace(dir, c.getenv("GOWORK"), patterns)...)
	if err != nil {
		return nil, err
	}
	if isTerminal(c.stderr) {
		p := newProgress(c.stderr, c.now)
		r.cfg.Stderr, r.cfg.Analysed = p, p.analysed
		defer p.Close()
	}
	r.result, r.err = govet.Run(ctx, r.cfg)
	if r.result == nil {
		return nil, r.err
	}
	r.result.Normalize()
	if err := dropUsed(ctx, r.cfg, r.result, r.err == nil); err != nil {
		return nil, err
	}
	r.places = document.NewPlaces(r.root, r.result.Findings)
	return r, nil
}

// inWorkspace returns patterns with those that name everything below a directory outside of
// all modules replaced by ones for the modules of the workspace below it: to the go
// command the former name nothing.
func inWorkspace(dir, gowork string, patterns []string) []string {
	var all []string
	for _, p := range patterns {
		below, ok := strings.CutSuffix(p, "/...")
		base := filepath.Join(dir, filepath.FromSlash(below))
		if !ok || below != "." && below != ".." && !strings.HasPrefix(below, "./") && !strings.HasPrefix(below, "../") || above(base, "go.mod") != "" {
			all = append(all, p)
			continue
		}
		found := false
		for _, root := range moduleRoots(base, gowork) {
			rel, err := filepath.Rel(dir, root)
			if err == nil && within(base, root) {
				all = append(all, "./"+filepath.ToSlash(rel)+"/...")
				found = true
			}
		}
		if !found {
			all = append(all, p)
		}
	}
	return all
}

// shown reports whether a finding is one of those that are asked for.
func (r *inspection) shown(o *options, rec *record.Record) bool {
	return r.selected[rec.Rule] && o.show.Shows(settingsFor(r.modules, rec.Position.File), rec)
}

// keep drops what -json does not print.
func (r *inspection) keep(o *options) {
	r.selected[survey.Name] = o.records
	r.result.Keep(func(rec *record.Record) bool {
		return r.shown(o, rec) || o.records && r.selected[rec.Rule] && o.show.Selects(settingsFor(r.modules, rec.Position.File), rec)
	})
}

// document returns the document of the findings that are asked for.
func (r *inspection) document(o *options) *document.Document {
	var shown []finding.Finding
	for _, f := range r.result.Findings {
		if r.shown(o, &f.Record) {
			shown = append(shown, f)
		}
	}
	return r.places.New(version(), shown, r.complete())
}

// present returns the fingerprints of all findings, shown or not.
func (r *inspection) present() map[string]bool {
	all := make(map[string]bool)
	for i := range r.result.Findings {
		all[r.result.Findings[i].Record.Fingerprint] = true
	}
	return all
}

// complete reports whether all packages were analysed by all rules.
func (r *inspection) complete() bool { return r.err == nil && len(r.result.Failures) == 0 }

// outcome returns the error that stands for the result of a run, given how many findings
// were printed.
func (r *inspection) outcome(c *command, findings int) error {
	switch {
	case r.err != nil:
		return r.err
	case len(r.result.Failures) > 0:
		return c.failures(r.result.Failures)
	case findings > 0:
		return errFindings
	}
	return nil
}

// dropUsed leaves of the findings that an ignore is unused those that are known to
// hold: all packages of its module were analysed, and no finding needs it.
func dropUsed(ctx context.Context, cfg govet.Config, result *finding.Result, complete bool) error {
	result.DropUsed(func(*record.Ignore) bool { return complete && len(result.Failures) == 0 })
	if !slices.ContainsFunc(result.Findings, func(f finding.Finding) bool { return f.Record.Unused != nil }) {
		return nil
	}
	extent, err := govet.ExtentOf(ctx, cfg)
	if err != nil {
		return err
	}
	result.DropUsed(func(ig *record.Ignore) bool { return extent.Whole(ig.Package) })
	return nil
}

// vetConfig describes a run over some packages.
func (c *command) vetConfig(o *options, dir string, patterns ...string) (govet.Config, error) {
	tool, err := os.Executable()
	if err != nil {
		return govet.Config{}, err
	}
	return govet.Config{Tool: tool, Dir: dir, Env: append(slices.Clip(c.env), recordsEnv+"=1"), Tags: o.tags, Patterns: patterns, Stderr: c.stderr}, nil
}

// failures reports analyzers that failed, which is always a defect of ours.
func (c *command) failures(failures []finding.Failure) error {
	for _, f := range failures {
		fmt.Fprintf(c.stderr, "%s: %s: %s\n", output.Escape(f.Unit), f.Analyzer, output.Escape(f.Message))
	}
	return errors.New("some rules failed; please report this as a bug")
}

// selectRules returns the names of the rules in a list separated by commas, all
// rules for an empty list.
func (c *command) selectRules(list string) (map[string]bool, error) {
	selected := make(map[string]bool)
	if list == "" {
		for _, a := range c.rules {
			selected[a.Name] = true
		}
		return selected, nil
	}
	for name := range strings.SplitSeq(list, ",") {
		rule, err := c.rule(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		selected[rule.Name] = true
	}
	return selected, nil
}

// workDir returns the absolute path of the directory to work in.
func workDir(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if dir == "" {
		return abs, nil
	}
	info, err := os.Stat(abs)
	if err != nil {
		return "", fmt.Errorf("-C: %w", err)
	}
	if !info.IsDir() {
		return "", fmt.Errorf("-C: %s is not a directory", dir)
	}
	return abs, nil
}

// escapeLines escapes each line of a text.
func escapeLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = output.EscapeLine(line)
	}
	return strings.Join(lines, "\n")
}
