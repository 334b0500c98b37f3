package freshtimeout_test

import (
	"testing"

	"github.com/retrylint/retrylint/analyzers/freshtimeout"
	"github.com/retrylint/retrylint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, freshtimeout.Analyzer) }
