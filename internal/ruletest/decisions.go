package ruletest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/model"
	"github.com/retrylint/retrylint/internal/record"
)

// Decisions returns, by the path of a package below the module in dir, which answers are
// recorded to lead to another attempt in it. No package may have more than one such decision.
func Decisions(t *testing.T, dir, module string) map[string]record.Answers {
	t.Helper()
	decisions := make(map[string]record.Answers)
	for act := range run(t, model.Analyzer, dir).All() {
		require.NoError(t, act.Err)
		path, ok := strings.CutPrefix(act.Package.PkgPath, module+"/")
		if !ok || act.Analyzer != model.Analyzer {
			continue
		}
		sites := act.Result.(*model.Result)
		for _, loop := range sites.Loops {
			for _, s := range loop.Sites {
				if s.Decision == nil {
					continue
				}
				require.NotContains(t, decisions, path)
				decisions[path] = sites.Record(s, "").Answers
			}
		}
	}
	return decisions
}
