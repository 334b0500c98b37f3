package ignoredcancel_test

import (
	"testing"

	"github.com/retrylint/retrylint/analyzers/ignoredcancel"
	"github.com/retrylint/retrylint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, ignoredcancel.Analyzer) }

func TestFixes(t *testing.T) {
	ruletest.Fixes(t, ignoredcancel.Analyzer,
		"closure", "goeson", "goesonforever", "growing", "helper", "nofix", "retrierbackground", "retriernocontext", "sawit", "stopchannel", "timer",
		"twotimers",
	)
}
