package ignoredcancel

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/model"
	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/rulepage"
	"github.com/retrylint/retrylint/internal/settings"
)

//go:embed doc.go
var page string

const name = "ignoredcancel"

// Analyzer reports retry sites that go on although their caller has gone.
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
		site := first(loop)
		if site == nil {
			continue
		}
		rec := sites.Record(site, name)
		rec.Confidence = site.Deaf.Confidence(site)
		rec.Wait = record.Wait{Kind: string(site.Deaf.Path.Wait.Kind), Text: site.Deaf.Path.Wait.Text}
		rec.Message = message(site)
		rec.Fingerprint = ordinals.Fingerprint(name, pass.Pkg.Path(), rec.Declaration, rec.Operation.ID)
		report.Finding(pass, cfg, loop, rec, fixes(pass, loop)...)
	}
	return nil, nil
}

// first returns the operation of a loop that is repeated although the caller has
// gone, one that waits before one that does not; nil if there is none. A loop is
// reported once.
func first(loop *model.Loop) *model.Site {
	var found *model.Site
	for _, site := range loop.Sites {
		if d := site.Deaf; d != nil && (found == nil || found.Deaf.GoesOn && !d.GoesOn) {
			found = site
		}
	}
	return found
}

func message(site *model.Site) string {
	d := site.Deaf
	again := "retries " + site.Op.Text
	if n := site.Attempts.Phrase(); n != "" {
		again += ", " + n + ","
	}
	switch {
	case d.Saw:
		return fmt.Sprintf("%s also after it has seen that %s is done: nobody waits for the answer any more; return when %s is done", again, d.Ender.Text, d.Ender.Text)
	case d.GoesOn:
		return fmt.Sprintf("%s without a look at %s: when it is done each further attempt is for nobody; return when %s.Err() is not nil", again, d.Ender.Text, d.Ender.Text)
	}
	ender, instead := "its caller", "take a context, and wait in a select that also receives from its Done"
	if d.Ender != nil {
		ender, instead = d.Ender.Text, "wait in a select that also receives from "+d.Ender.Channel()
	}
	what := fmt.Sprintf("%s after a wait that %s cannot end", again, ender)
	if text := d.Waits(); text != "" {
		what += " (" + text + ")"
	}
	what += ": a caller that has gone is waited for"
	if d.AsksAgain {
		what += " and asked for again"
	}
	return what + "; " + instead
}
