package baddirective

import (
	_ "embed"
	"path/filepath"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/rulepage"
	"github.com/retrylint/retrylint/internal/settings"
)

//go:embed doc.go
var page string

const name = "baddirective"

// Analyzer reports directives that cannot be obeyed, and in a run with records
// each ignore, which is a finding if no other record names it.
var Analyzer = &analysis.Analyzer{
	Name:     name,
	Doc:      rulepage.Doc(page, name),
	Requires: []*analysis.Analyzer{settings.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	cfg := pass.ResultOf[settings.Analyzer].(*settings.Settings)
	if !cfg.Analyses(pass) {
		return nil, nil // the package belongs to somebody else
	}
	var ordinals record.Ordinals
	finding := func(rng analysis.Range, about, message string, unused *record.Ignore) {
		file := filepath.Base(record.At(pass.Fset, rng.Pos()).File)
		report.Finding(pass, cfg, rng, record.Record{
			Rule:        name,
			Confidence:  record.High,
			Construct:   "directive",
			Message:     message,
			Unused:      unused,
			Fingerprint: ordinals.Fingerprint(name, pass.Pkg.Path(), file, about),
		})
	}
	for _, p := range cfg.Directives.Problems() {
		finding(p, p.Message, p.Message, nil)
	}
	if !cfg.Records {
		return nil, nil // whether an ignore is used, one package does not tell
	}
	for _, s := range cfg.Directives.Statements() {
		message := "ignores " + s.Ignore.Rule + " (" + strconv.Quote(s.Ignore.Reason) +
			"), and there is no such finding: it would hide the next one; remove it"
		finding(s, "unused "+s.Ignore.Rule, message, &s.Ignore)
	}
	return nil, nil
}
