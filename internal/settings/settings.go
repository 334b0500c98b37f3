// Package settings defines the analyzer that owns the flags common to all
// rules.
//
// The flags of an analyzer that is only required by others are invisible to go
// vet, so this analyzer is listed in the suite beside the rules, which read its
// result.
package settings

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/directive"
)

// Name is the name of the analyzer and the prefix of its flags under go vet.
const Name = "retrylint"

// RecordsFlag is the flag, without the prefix, that sets [Settings.Records].
const RecordsFlag = "records"

// Settings are the common settings of all rules.
type Settings struct {
	// Tests includes findings in _test.go files.
	Tests bool
	// Generated includes findings in generated files.
	Generated bool
	// Low includes findings of low confidence.
	Low bool
	// Records is the mode of our own driver: every finding is reported, and with
	// each goes its record, so that the driver filters without another analysis.
	Records bool
	// Dependencies analyses also the packages of other modules and of the standard
	// library when they are named, instead of only computing their facts.
	Dependencies bool
	// Directives are those in the source of the package.
	Directives *directive.Package
}

// Analyzer reports nothing; its result is the [*Settings] of the run.
var Analyzer = newAnalyzer()

func newAnalyzer() *analysis.Analyzer {
	var current Settings
	a := &analysis.Analyzer{
		Name:       Name,
		Doc:        "hold the settings common to all rules of the suite\n\nIt reports nothing. Its flags choose which findings of the rules are shown.",
		Requires:   []*analysis.Analyzer{directive.Analyzer},
		ResultType: reflect.TypeFor[*Settings](),
		Run: func(pass *analysis.Pass) (any, error) {
			s := current
			s.Directives = pass.ResultOf[directive.Analyzer].(*directive.Package)
			return &s, nil
		},
	}
	a.Flags.BoolVar(&current.Tests, "tests", false, "include findings in _test.go files")
	a.Flags.BoolVar(&current.Generated, "generated", false, "include findings in generated files")
	a.Flags.BoolVar(&current.Low, "low", false, "include findings of low confidence")
	a.Flags.BoolVar(&current.Dependencies, "deps", false, "analyse packages of other modules and of the standard library too")
	a.Flags.BoolVar(&current.Records, RecordsFlag, false, "report all findings, each with its record (for the retrylint command itself)")
	return a
}

// Analyses reports whether findings in a package are shown. Under go vet every
// dependency is analysed for its facts, and what is found there is shown to nobody.
func (s *Settings) Analyses(pass *analysis.Pass) bool {
	return pass.Module == nil || pass.Module.Version == "" || s.Dependencies
}
