package nojitter

import (
	"cmp"
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/clients"
	"github.com/retrylint/retrylint/internal/model"
	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/rulepage"
	"github.com/retrylint/retrylint/internal/settings"
)

//go:embed doc.go
var page string

const name = "nojitter"

// Analyzer reports retry sites whose waits have no randomness.
var Analyzer = &analysis.Analyzer{
	Name:     name,
	Doc:      rulepage.Doc(page, name),
	Requires: []*analysis.Analyzer{settings.Analyzer, model.Analyzer, clients.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	cfg := pass.ResultOf[settings.Analyzer].(*settings.Settings)
	sites := pass.ResultOf[model.Analyzer].(*model.Result)
	var ordinals record.Ordinals
	for _, loop := range sites.Loops {
		site, path := worst(loop)
		if site == nil {
			continue
		}
		rec := sites.Record(site, name)
		rec.Wait = record.Wait{Kind: string(path.Wait.Kind), Text: path.Wait.Text}
		rec.Message = message(site, path)
		rec.Fingerprint = ordinals.Fingerprint(name, pass.Pkg.Path(), rec.Declaration, rec.Operation.ID)
		report.Finding(pass, cfg, loop, rec, fixes(pass, loop)...)
	}
	if !sites.Skipped {
		madeWithoutJitter(pass, cfg, &ordinals)
	}
	return nil, nil
}

// worst returns the operation of a loop that is repeated without randomness, and
// the path on which that is worst; nil if there is none. A loop is reported once.
func worst(loop *model.Loop) (*model.Site, *model.Path) {
	if loop.JudgedThere {
		return nil, nil
	}
	for _, site := range loop.Sites {
		if !site.Construct.IsSite() {
			continue
		}
		if path := site.WithoutJitter(); path != nil {
			return site, path
		}
	}
	return nil, nil
}

func message(site *model.Site, path *model.Path) string {
	what := fmt.Sprintf("retries %s %s", site.Op.Text, path.Wait.Phrase())
	if n := site.Attempts.Phrase(); n != "" {
		what += ", " + n
	}
	const together = "clients that fail together come back together"
	switch path.Wait.Kind {
	case model.NoWait:
		return what + ": a failing server gets them all at once; wait a random time that grows with each attempt"
	case model.Constant:
		return what + fmt.Sprintf(": %s; draw each wait at random between 0 and %s", together, cmp.Or(path.Wait.Text, "that value"))
	}
	return what + ": " + together + "; draw each wait at random between 0 and that value"
}
