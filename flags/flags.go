// Package flags has the analyzer whose flags choose which findings of all rules are shown.
// It is for drivers that take each analyzer from a package, such as nogo of Bazel, and set
// the flags of those that are listed; it reports nothing itself.
package flags

import "github.com/retrylint/retrylint/internal/settings"

// Analyzer has the flags tests, generated and low.
var Analyzer = settings.Analyzer
