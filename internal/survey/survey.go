// Package survey records what the model sees in each loop of a package, whether
// it is a retry site or not.
//
// It is no rule: it says nothing of what should be otherwise. The command shows
// its records to those who ask what the tool makes of a place.
package survey

import (
	"cmp"
	"fmt"
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/model"
	"github.com/retrylint/retrylint/internal/reach"
	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/settings"
)

// Name is the name of the analyzer and the Rule of its records.
const Name = "retrysurvey"

// Chains is the Rule of records about call paths that begin with no loop: they close at a
// call, begin with what somebody has told, or are the worst path from a function on; the
// construct of the latter is [model.Entry].
const Chains = "retrychains"

// Analyzer reports one record for each operation that the model looked at, and one
// for each loop in which there is none. It does so only where the settings ask for
// records, and is silent otherwise.
var Analyzer = &analysis.Analyzer{
	Name:     Name,
	Doc:      "record what is known of each loop\n\nIt reports nothing unless the command asks for records.",
	Requires: []*analysis.Analyzer{settings.Analyzer, reach.Analyzer, model.Analyzer},
	Run:      run,
}

// place is a loop, or a call that is run again, with a record about it.
type place struct {
	analysis.Range
	record record.Record
}

func run(pass *analysis.Pass) (any, error) {
	cfg := pass.ResultOf[settings.Analyzer].(*settings.Settings)
	sites := pass.ResultOf[model.Analyzer].(*model.Result)
	if !cfg.Records || sites.Skipped {
		return nil, nil
	}
	chains := make(map[*model.Site]*model.Chain)
	for i := range sites.Chains {
		if c := &sites.Chains[i]; c.Site != nil && chains[c.Site] == nil {
			chains[c.Site] = c
		}
	}
	var places []place
	known := make(map[ast.Node]bool)
	for _, loop := range sites.Loops {
		if loop.Node != nil {
			known[loop.Node] = true
		}
		for _, site := range loop.Sites {
			rec := sites.Record(site, Name)
			if c := chains[site]; c != nil {
				rec.Chain = sites.ChainRecord(c, Name).Chain
			}
			op := rec.Operation
			rec.Message = fmt.Sprintf("%s: %s (%s) on line %d, column %d", rec.Construct, op.Text, op.ID, op.Position.Line, op.Position.Column)
			places = append(places, place{loop, rec})
		}
	}
	s := &syntax{pass: pass, cfg: cfg, reach: pass.ResultOf[reach.Analyzer].(*reach.Package)}
	places = append(places, s.others(known)...)
	places = append(places, s.chains(sites)...)
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.Pos(), b.Pos()) })
	var ordinals record.Ordinals
	for _, p := range places {
		p.record.Fingerprint = ordinals.Fingerprint(p.record.Rule, pass.Pkg.Path(), p.record.Declaration, p.record.Operation.ID)
		report.Finding(pass, cfg, p, p.record)
	}
	return nil, nil
}
