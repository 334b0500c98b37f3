package source

import (
	"context"
	"io"
	"slices"

	"github.com/retrylint/retrylint"
	"github.com/retrylint/retrylint/internal/finding"
	"github.com/retrylint/retrylint/internal/govet"
	"github.com/retrylint/retrylint/internal/output"
	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/settings"
	"github.com/retrylint/retrylint/internal/survey"
)

// A Suite runs retrylint from source and prints as its command does. A file with
// settings in the analysed module is not read.
type Suite struct {
	facts   *Store
	records bool
	show    settings.Flags
}

// NewSuite returns the suite. With records it prints what "retrylint -json -records"
// does, else what "retrylint -json" does; low is the flag of that name. The store
// may be nil.
func NewSuite(facts *Store, records, low bool) (*Suite, error) {
	// The analyzers add records to what they report; without them nothing can be chosen.
	if err := settings.Analyzer.Flags.Set(settings.RecordsFlag, "true"); err != nil {
		return nil, err
	}
	s := &Suite{facts: facts, records: records}
	if low {
		return s, s.show.Low.Set("true")
	}
	return s, nil
}

// Program returns a program for the module in a folder.
func (s *Suite) Program(ctx context.Context, dir string, env []string) (*Program, error) {
	return NewProgram(ctx, Config{Dir: dir, Env: env, Analyzers: retrylint.Analyzers(), Facts: s.facts})
}

// Print analyses the packages that patterns name and prints what was found.
func (s *Suite) Print(ctx context.Context, w io.Writer, p *Program, patterns []string) error {
	result, err := p.Analyze(ctx, patterns)
	if err != nil {
		return err
	}
	result.Normalize()
	if err := dropUsed(ctx, p, result, patterns); err != nil {
		return err
	}
	file := new(settings.File)
	result.Keep(func(r *record.Record) bool {
		if r.Rule == survey.Chains || r.Rule == survey.Name && !s.records {
			return false
		}
		return s.show.Shows(file, r) || s.records && s.show.Selects(file, r)
	})
	return output.JSON(w, result, s.records)
}

// dropUsed leaves of the findings that an ignore is unused those that are known to
// hold, as the command does: all packages of its module were analysed.
func dropUsed(ctx context.Context, p *Program, result *finding.Result, patterns []string) error {
	if !slices.ContainsFunc(result.Findings, func(f finding.Finding) bool { return f.Record.Unused != nil }) {
		return nil
	}
	extent, err := govet.ExtentOf(ctx, govet.Config{Dir: p.cfg.Dir, Env: p.cfg.Env, Patterns: patterns, Stderr: io.Discard})
	if err != nil {
		return err
	}
	result.DropUsed(func(ig *record.Ignore) bool { return len(result.Failures) == 0 && extent.Whole(ig.Package) })
	return nil
}
