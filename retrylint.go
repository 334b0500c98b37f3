// Package retrylint is a suite of analyzers that find bad retry loops: retries
// that hammer a service in step, repeat what cannot succeed or multiply along a
// call path.
package retrylint

import (
	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/analyzers/baddirective"
	"github.com/retrylint/retrylint/analyzers/freshtimeout"
	"github.com/retrylint/retrylint/analyzers/ignoredcancel"
	"github.com/retrylint/retrylint/analyzers/libdoubleretry"
	"github.com/retrylint/retrylint/analyzers/nestedretry"
	"github.com/retrylint/retrylint/analyzers/nojitter"
	"github.com/retrylint/retrylint/analyzers/retry4xx"
	"github.com/retrylint/retrylint/internal/settings"
	"github.com/retrylint/retrylint/internal/survey"
)

//go:generate go run ./internal/tools/docgen

// Analyzers returns the suite: the analyzer that owns the common settings, the
// one that records what is known of each loop, then the rules.
func Analyzers() []*analysis.Analyzer {
	return append([]*analysis.Analyzer{settings.Analyzer, survey.Analyzer}, Rules()...)
}

// Rules returns the analyzers of the suite that report findings.
func Rules() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		baddirective.Analyzer,
		freshtimeout.Analyzer,
		ignoredcancel.Analyzer,
		libdoubleretry.Analyzer,
		nestedretry.Analyzer,
		nojitter.Analyzer,
		retry4xx.Analyzer,
	}
}
