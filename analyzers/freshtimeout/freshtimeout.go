package freshtimeout

import (
	_ "embed"
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/model"
	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/rulepage"
	"github.com/retrylint/retrylint/internal/settings"
)

//go:embed doc.go
var page string

const name = "freshtimeout"

// Analyzer reports retry sites whose attempts are not bounded by what is left to the
// caller.
var Analyzer = &analysis.Analyzer{
	Name:     name,
	Doc:      rulepage.Doc(page, name),
	Requires: []*analysis.Analyzer{settings.Analyzer, model.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	cfg := pass.ResultOf[settings.Analyzer].(*settings.Settings)
	sites := pass.ResultOf[model.Analyzer].(*model.Result)
	var ordinals record.Ordinals
	for _, loop := range sites.Loops {
		for _, site := range loop.Sites {
			if site.Fresh == nil {
				continue
			}
			rec := sites.Record(site, name)
			rec.Confidence = site.Fresh.Confidence(site)
			rec.Message = message(site)
			rec.Fingerprint = ordinals.Fingerprint(name, pass.Pkg.Path(), rec.Declaration, rec.Operation.ID)
			report.Finding(pass, cfg, loop, rec)
			// A loop is reported once.
			break
		}
	}
	for _, call := range sites.Endless {
		rec := record.Record{
			Rule:        name,
			Confidence:  record.High,
			Construct:   "client",
			Site:        true,
			Why:         call.Library + " tries by itself",
			Declaration: call.Declaration,
			Operation:   record.Operation{ID: call.Text, Text: call.Text, Position: record.At(pass.Fset, call.Call.Pos()), Remote: "remote"},
			Attempts:    record.Attempts{Kind: "exact", N: int64(call.Attempts)},
			Message:     endless(call),
		}
		rec.Fingerprint = ordinals.Fingerprint(name, pass.Pkg.Path(), rec.Declaration, rec.Operation.ID)
		report.Finding(pass, cfg, call.Call, rec)
	}
	return nil, nil
}

func endless(call model.Endless) string {
	return fmt.Sprintf("%s tries %s up to %d times, each with a timeout of its own, and nothing bounds all of them (%s): %s; give the call a context with a deadline",
		call.Library, call.Text, call.Attempts, call.From, call.Arithmetic())
}

func message(site *model.Site) string {
	f := site.Fresh
	again := "retries " + site.Op.Text
	if n := site.Attempts.Phrase(); n != "" {
		again += ", " + n
	}
	left := "is left to the caller"
	instead := "take a context from the caller and derive each timeout from it"
	if f.Context != nil {
		left = "is left to " + f.Context.Text
		instead = "derive each timeout from " + f.Context.Text
	}
	switch f.Kind {
	case model.OwnTimeout:
		time, why := f.Arithmetic(site), ", whatever "+left
		if !strings.HasPrefix(time, ":") {
			why = ": it is as long whatever " + left
		}
		return again + ", each with a timeout of its own that begins with " + f.From + time + why + "; " + instead
	case model.NoDeadline:
		return again + ", each with a context that never ends (" + f.From + ") where " + f.Context.Text + " is at hand: an attempt may go on after the caller has gone; give it " + f.Context.Text
	case model.NoContext:
		return again + ", each without the context that is at hand: " + f.Call + " may go on after " + f.Context.Text + " is done; use " + f.Instead + " with " + f.Context.Text
	case model.OtherContext:
		return again + ", each with " + f.From + " and not with " + f.Context.Text + ", which the caller hands in: its deadline does not reach the attempts; give them " + f.Context.Text
	case model.IgnoredContext:
		return again + ", each with " + f.From + " and not with the context that the function is handed: an attempt may outlive the time for all of them; give it the context that it is handed"
	}
	return again + ", each with a timeout as long as all of them have together" + f.Arithmetic(site) + ": after the first that runs into it there is no second; give each a part of the time"
}
