package nojitter

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/clients"
	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/report"
	"github.com/retrylint/retrylint/internal/settings"
)

// madeWithoutJitter reports the clients of libraries that the package makes and that wait
// without randomness between their attempts, as they are configured.
func madeWithoutJitter(pass *analysis.Pass, cfg *settings.Settings, ordinals *record.Ordinals) {
	for _, made := range pass.ResultOf[clients.Analyzer].(*clients.Package).Made() {
		phrase := waitPhrase(&made)
		if phrase == "" {
			continue
		}
		rec := record.Record{
			Rule:       name,
			Confidence: record.High,
			Construct:  "client",
			Site:       true,
			Why:        made.Tries.Library + " tries by itself: " + made.Tries.Origin,
			Operation:  record.Operation{ID: made.Tries.Library + "." + made.Tries.Client, Text: made.Text, Position: record.At(pass.Fset, made.Call.Pos()), Remote: "remote"},
			Attempts:   record.Attempts{Kind: "exact", N: int64(made.Tries.Attempts.N)},
			Wait:       record.Wait{Kind: recordKind(made.Wait.Kind), Text: made.WaitText},
		}
		if made.Declaration != nil {
			if fn, ok := pass.TypesInfo.Defs[made.Declaration.Name].(*types.Func); ok {
				rec.Declaration = fn.Name()
			}
		}
		rec.Message = fmt.Sprintf("%s makes a client that retries %s, %d attempts: clients that fail together come back together; give it a wait with a random part",
			made.Text, phrase, made.Tries.Attempts.N)
		rec.Fingerprint = ordinals.Fingerprint(name, pass.Pkg.Path(), rec.Declaration, rec.Operation.ID)
		report.Finding(pass, cfg, made.Call, rec)
	}
}

// waitPhrase says how a client waits, "" if it does so with a random part, does not try
// again a known number of times, or if either is not known.
func waitPhrase(m *clients.Made) string {
	if m.Wait.Jitter != catalog.NoJitter || m.Tries.Attempts.Kind != catalog.Counted {
		return ""
	}
	value := m.WaitText
	if m.Wait.Base > 0 {
		value = m.Wait.Base.String()
	}
	switch m.Wait.Kind {
	case catalog.ConstantWait:
		return "after a constant " + value
	case catalog.GrowingWait:
		if m.Wait.Base > 0 {
			value = "from " + value
		}
		return fmt.Sprintf("after a wait that grows without randomness (%s)", value)
	}
	return ""
}

func recordKind(kind catalog.WaitKind) string {
	if kind == catalog.GrowingWait {
		return "growing"
	}
	return string(kind)
}
