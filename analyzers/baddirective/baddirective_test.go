package baddirective_test

import (
	"testing"

	"github.com/retrylint/retrylint/analyzers/baddirective"
	"github.com/retrylint/retrylint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, baddirective.Analyzer) }
