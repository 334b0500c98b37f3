package libdoubleretry

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/clients"
	"github.com/retrylint/retrylint/internal/model"
	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/rulepage"
	"github.com/retrylint/retrylint/internal/settings"
)

//go:embed doc.go
var page string

const name = "libdoubleretry"

// Analyzer reports retry sites around calls that a library already repeats.
var Analyzer = &analysis.Analyzer{
	Name:     name,
	Doc:      rulepage.Doc(page, name),
	Requires: []*analysis.Analyzer{settings.Analyzer, model.Analyzer, clients.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	cfg := pass.ResultOf[settings.Analyzer].(*settings.Settings)
	sites := pass.ResultOf[model.Analyzer].(*model.Result)
	inner := pass.ResultOf[clients.Analyzer].(*clients.Package)
	var ordinals record.Ordinals
	for _, loop := range sites.Loops {
		site, call := double(loop, sites, inner)
		if site == nil {
			continue
		}
		rec := sites.Record(site, name)
		rec.Confidence = record.High
		if !call.Seen {
			rec.Confidence = record.Medium
		}
		rec.Message = message(site, call)
		rec.Chain = sites.DoubleChain(site, call)
		rec.Fingerprint = ordinals.Fingerprint(name, pass.Pkg.Path(), rec.Declaration, rec.Operation.ID)
		report.Finding(pass, cfg, loop, rec)
	}
	return nil, nil
}

// double returns the first operation of a loop that is retried there and by a library, and
// the call that the library tries; nil if there is none.
func double(loop *model.Loop, sites *model.Result, inner *clients.Package) (*model.Site, *clients.Call) {
	for _, site := range loop.Sites {
		if site.Construct != model.Retry || site.Polls || site.Attempts.Kind == model.Exact && site.Attempts.N < 2 {
			continue
		}
		expr := inner.CallAt(site.Op.Pos)
		if expr == nil {
			continue
		}
		names := site.FailureNames()
		for _, call := range inner.Calls(expr) {
			if sites.Inside(loop, call.Expr.Pos()) {
				// A chain through another site.
				continue
			}
			if names != nil && !slices.ContainsFunc(names, call.Repeats) {
				// What is retried here the library never retries.
				continue
			}
			return site, &call
		}
	}
	return nil, nil
}

// message says how the attempts multiply and how to stop one of the two.
func message(site *model.Site, call *clients.Call) string {
	var b strings.Builder
	b.WriteString(here(&site.Attempts))
	known := site.Attempts.Kind == model.Exact
	product := site.Attempts.N
	for _, t := range call.Tries {
		fmt.Fprintf(&b, " × %s in %s (%s)", t.Phrase(), t.Library, t.Origin)
		if t.Attempts.Kind == catalog.Counted {
			product *= int64(t.Attempts.N)
		} else {
			known = false
		}
	}
	if known {
		fmt.Fprintf(&b, " = up to %d", product)
	}
	fmt.Fprintf(&b, ": %s already retries %s; ", call.Tries[0].Library, call.Text)
	var off []string
	for _, t := range call.Tries {
		if t.Off != "" {
			off = append(off, fmt.Sprintf("%s turns %s's off", t.Off, t.Library))
		}
	}
	if len(off) == 0 {
		b.WriteString("retry in one of the two places")
	} else {
		b.WriteString(strings.Join(off, ", "))
	}
	return b.String()
}

// here says how often the site attempts its operation.
func here(a *model.Attempts) string {
	switch {
	case a.Kind == model.Unbounded:
		return "attempts without limit here"
	case a.Kind == model.TimeBounded && a.Text != "":
		return "attempts for up to " + a.Text + " here"
	case a.Phrase() == "":
		return "retried here"
	}
	return a.Phrase() + " here"
}
