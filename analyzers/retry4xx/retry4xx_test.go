package retry4xx_test

import (
	"testing"

	"github.com/retrylint/retrylint/analyzers/retry4xx"
	"github.com/retrylint/retrylint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, retry4xx.Analyzer) }
