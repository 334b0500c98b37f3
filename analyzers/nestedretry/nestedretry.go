package nestedretry

import (
	_ "embed"
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/attempts"
	"github.com/retrylint/retrylint/internal/chain"
	"github.com/retrylint/retrylint/internal/model"
	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/rulepage"
	"github.com/retrylint/retrylint/internal/settings"
)

//go:embed doc.go
var page string

const name = "nestedretry"

// Analyzer reports retry sites that multiply along a call path.
var Analyzer = &analysis.Analyzer{
	Name:     name,
	Doc:      rulepage.Doc(page, name),
	Requires: []*analysis.Analyzer{settings.Analyzer, model.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	cfg := pass.ResultOf[settings.Analyzer].(*settings.Settings)
	sites := pass.ResultOf[model.Analyzer].(*model.Result)
	limit := int64(cfg.File.AttemptsLimit())
	var ordinals record.Ordinals
	for i := range sites.Chains {
		c := &sites.Chains[i]
		if !c.Count.Exceeds(limit) || c.Before.Exceeds(limit) || !c.Multiplies() || sites.IsDouble(c) {
			continue
		}
		rec := sites.ChainRecord(c, name)
		rec.Ignored = c.Ignored()
		rec.Message = message(c)
		rec.Fingerprint = ordinals.Fingerprint(name, pass.Pkg.Path(), rec.Declaration, rec.Operation.ID)
		report.Finding(pass, cfg, c, rec)
	}
	return nil, nil
}

func message(c *model.Chain) string {
	var b strings.Builder
	switch bound := c.Bound(); {
	case bound.IsUnbounded():
		fmt.Fprintf(&b, "attempts of %s without limit", c.Op)
	case bound.IsOpen():
		fmt.Fprintf(&b, "at least %d attempts of %s", bound.N(), c.Op)
	default:
		fmt.Fprintf(&b, "up to %d attempts of %s", bound.N(), c.Op)
	}
	if c.Callers {
		b.WriteString(" for one request: ")
	} else {
		b.WriteString(" for one call: ")
	}
	for i, l := range c.Links {
		if i > 0 {
			b.WriteString(" → ")
		}
		b.WriteString(link(&l, i == 0 && (c.Site != nil || c.Told)))
	}
	b.WriteString("; when it fails, each layer multiplies its load")
	switch {
	case c.Callers:
		fmt.Fprintf(&b, "; retry in one layer: without the retries of the callers it is %s", c.Without())
	case c.Site != nil, c.Told:
		fmt.Fprintf(&b, "; retry in one layer: without the retries here it is %s", c.Without())
	default:
		b.WriteString("; retry in one layer")
	}
	return b.String()
}

// link returns a retry site as messages print it: its function, its attempts and, unless
// the finding itself stands there, its place; with where its number comes from if that is
// not the code there.
func link(l *chain.Link, here bool) string {
	var about []string
	if !here && l.Site.Library == "" {
		about = append(about, fmt.Sprintf("%s:%d", l.Site.File, l.Site.Line))
	}
	if l.Site.Origin != "" {
		about = append(about, l.Site.Origin)
	}
	text := l.Name() + " " + times(l)
	if len(about) > 0 {
		text += " (" + strings.Join(about, ", ") + ")"
	}
	return text
}

func times(l *chain.Link) string {
	switch {
	case l.Count.IsUnbounded():
		return "without limit"
	case l.Formula != "":
		return l.Formula + "×"
	case l.Count == attempts.Unknown():
		return "an unknown number of times"
	}
	return fmt.Sprintf("%d×", l.Count.N())
}
