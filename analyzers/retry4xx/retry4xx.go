package retry4xx

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/answer"
	"github.com/retrylint/retrylint/internal/model"
	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/rulepage"
	"github.com/retrylint/retrylint/internal/settings"
)

//go:embed doc.go
var page string

const name = "retry4xx"

// Analyzer reports retry sites that ask again after an answer that does not change.
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
		i := slices.IndexFunc(loop.Sites, func(s *model.Site) bool { return s.Construct.IsSite() && s.Decision.Reports() && !s.RepairsOnce() })
		if i < 0 {
			continue
		}
		site := loop.Sites[i]
		rec := sites.Record(site, name)
		rec.Message = message(site)
		rec.Fingerprint = ordinals.Fingerprint(name, pass.Pkg.Path(), rec.Declaration, rec.Operation.ID)
		report.Finding(pass, cfg, loop, rec)
	}
	return nil, nil
}

// maxListed is the number of ranges that a message lists.
const maxListed = 8

func message(site *model.Site) string {
	d := site.Decision
	final := d.Final()
	what := fmt.Sprintf("retries %s on %s", site.Op.Text, list(final))
	if d.Wholesale {
		what = fmt.Sprintf("retries %s on every error, %s included", site.Op.Text, list(final))
	}
	if n := site.Attempts.Phrase(); n != "" {
		what += ", " + n
	}
	if stops := d.Stops.And(answer.Transient()); d.Inverted() {
		return what + fmt.Sprintf(", and stops on %s: the test is the wrong way round; stop on the former and retry the latter", list(stops))
	}
	return what + ": these answers do not change; retry only " + d.Advice()
}

// list prints a set, with the end left out where it is long.
func list(set answer.Set) string {
	entries := set.List()
	if len(entries) > maxListed {
		entries = append(entries[:maxListed-1:maxListed-1], "others")
	}
	return strings.Join(entries, ", ")
}
