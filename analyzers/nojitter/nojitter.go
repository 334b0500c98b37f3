package nojitter

import "golang.org/x/tools/go/analysis"

// Analyzer reports nothing yet.
var Analyzer = &analysis.Analyzer{
	Name: "nojitter",
	Doc:  "report retry sites whose waits have no randomness",
	Run:  func(*analysis.Pass) (any, error) { return nil, nil },
}
