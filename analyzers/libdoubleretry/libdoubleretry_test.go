package libdoubleretry_test

import (
	"testing"

	"github.com/retrylint/retrylint/analyzers/libdoubleretry"
	"github.com/retrylint/retrylint/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, libdoubleretry.Analyzer) }
