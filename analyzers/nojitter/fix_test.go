package nojitter_test

import (
	"testing"

	"github.com/retrylint/retrylint/analyzers/nojitter"
	"github.com/retrylint/retrylint/internal/ruletest"
)

func TestFixes(t *testing.T) {
	ruletest.Fixes(t, nojitter.Analyzer,
		"consecutiveerrors", "contextwait", "countdownwait", "delaytable", "forclause", "hotloop", "naphelper", "nofixanswer",
		"nofixcall", "nofixfoot", "nofixidle", "pausedep", "pollswallows", "rangefunc", "serverfallback",
		"sleepincallee", "ticker", "timetick",
	)
}
