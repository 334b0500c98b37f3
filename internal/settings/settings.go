// Package settings knows what people choose: by flags, and by a file for a module.
//
// The flags are those of an analyzer that is listed in the suite beside the rules, which
// read its result: the flags of an analyzer that is only required by others are
// invisible to go vet.
package settings

import (
	"reflect"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/directive"
	"github.com/retrylint/retrylint/internal/record"
)

// Name is the name of the analyzer and the prefix of its flags under go vet.
const Name = "retrylint"

// RecordsFlag is the flag, without the prefix, that sets [Settings.Records].
const RecordsFlag = "records"

// Choice is a flag that, where it is given, overrides what the file says. The zero
// value is not given. It implements [flag.Value].
type Choice struct{ given, value bool }

// String returns the value of the flag.
func (c *Choice) String() string { return strconv.FormatBool(c.value) }

// Set takes the value of the flag.
func (c *Choice) Set(s string) error {
	v, err := strconv.ParseBool(s)
	if err != nil {
		return err
	}
	*c = Choice{given: true, value: v}
	return nil
}

// IsBoolFlag says that the flag needs no value.
func (c *Choice) IsBoolFlag() bool { return true }

func (c Choice) or(file bool) bool {
	if c.given {
		return c.value
	}
	return file
}

// Flags choose which findings are shown.
type Flags struct {
	// Tests includes findings in _test.go files, Generated those in generated files,
	// Low those of low confidence.
	Tests, Generated, Low Choice
}

// Shows reports whether a finding is shown. That a directive silences it counts.
func (f Flags) Shows(file *File, rec *record.Record) bool {
	return rec.Ignored == nil && f.Selects(file, rec)
}

// Selects reports whether a finding is one of those that are asked for, silenced or not.
func (f Flags) Selects(file *File, rec *record.Record) bool {
	least := record.Confidence(file.Confidence)
	if least == "" {
		least = record.Medium
	}
	if f.Low.given {
		least = record.Medium
		if f.Low.value {
			least = record.Low
		}
	}
	return file.On(rec.Rule) &&
		(f.Tests.or(file.Tests) || !rec.Test) &&
		(f.Generated.or(file.Generated) || !rec.Generated) &&
		rec.Confidence.AtLeast(least) &&
		!file.Excludes(rec.Position.File)
}

// Settings are the common settings of all rules.
type Settings struct {
	Flags
	// Records is the mode of our own driver: every finding is reported, and with
	// each goes its record, so that the driver filters without another analysis.
	Records bool
	// Dependencies analyses also the packages of other modules and of the standard
	// library when they are named, instead of only computing their facts.
	Dependencies bool
	// File is what the file of the module says; it is empty where there is none, and for
	// packages of other modules: what they export must not depend on who imports them.
	File *File
	// Directives are those in the source of the package.
	Directives *directive.Package
}

// Catalog returns the catalogue of libraries with what the file changes.
func (s *Settings) Catalog() *catalog.Catalog { return s.File.Catalog() }

// Analyzer reports nothing; its result is the [*Settings] of the run.
var Analyzer, current = newAnalyzer()

func newAnalyzer() (*analysis.Analyzer, *Settings) {
	current := new(Settings)
	a := &analysis.Analyzer{
		Name:       Name,
		Doc:        "hold the settings common to all rules of the suite\n\nIt reports nothing. Its flags choose which findings of the rules are shown.",
		Requires:   []*analysis.Analyzer{directive.Analyzer},
		ResultType: reflect.TypeFor[*Settings](),
		Run:        func(pass *analysis.Pass) (any, error) { return current.of(pass, new(File)), nil },
	}
	a.Flags.Var(&current.Tests, "tests", "include findings in tests, and in what only tests use")
	a.Flags.Var(&current.Generated, "generated", "include findings in generated files")
	a.Flags.Var(&current.Low, "low", "include findings of low confidence")
	a.Flags.BoolVar(&current.Dependencies, "deps", false, "analyse packages of other modules and of the standard library too")
	a.Flags.BoolVar(&current.Records, RecordsFlag, false, "report all findings, each with its record (for the retrylint command itself)")
	return a, current
}

// Reading returns a function to run the analyzer with, which gets the file with the
// settings of a package from load. It is asked only for packages of the modules that
// are analysed. A driver that lets files count puts it into [Analyzer] before anything
// runs.
func Reading(load func(*analysis.Pass) *File) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (any, error) {
		file := new(File)
		// Other modules have a version, and the standard library has no path.
		if m := pass.Module; m != nil && m.Path != "" && m.Version == "" {
			file = load(pass)
		}
		return current.of(pass, file), nil
	}
}

// Fixed returns a function to run the analyzer with, which gives all packages the same
// file. It is for drivers that have settings of their own, and say nothing of modules.
func Fixed(file *File) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (any, error) { return current.of(pass, file), nil }
}

// of returns the settings for a package.
func (s *Settings) of(pass *analysis.Pass, file *File) *Settings {
	settings := *s
	settings.File = file
	settings.Directives = pass.ResultOf[directive.Analyzer].(*directive.Package)
	return &settings
}

// AnalysesTests reports whether findings in _test.go files are shown, or may be: our own
// driver chooses among all.
func (s *Settings) AnalysesTests() bool { return s.Records || s.Tests.or(s.File.Tests) }

// Analyses reports whether findings in a package are shown. Under go vet every
// dependency is analysed for its facts, and what is found there is shown to nobody.
func (s *Settings) Analyses(pass *analysis.Pass) bool {
	return pass.Module == nil || pass.Module.Version == "" || s.Dependencies
}
