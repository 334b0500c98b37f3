// Package bare imitates a driver that gives analyzers as little as any does, such as nogo
// of Bazel: it analyses no package of the standard library, and a pass has neither the
// module of its package nor a way to read files.
package bare

import (
	"maps"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/reach"
)

// Analyzers returns copies of analyzers, which under any other driver see no more than
// such a driver gives.
func Analyzers(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	c := make(copies)
	var all []*analysis.Analyzer
	for _, a := range analyzers {
		all = append(all, c.of(a))
	}
	return all
}

// copies are the copies by what they are copies of.
type copies map[*analysis.Analyzer]*analysis.Analyzer

func (c copies) of(a *analysis.Analyzer) *analysis.Analyzer {
	if known, ok := c[a]; ok {
		return known
	}
	made := *a
	c[a] = &made
	made.Requires = nil
	for _, required := range a.Requires {
		made.Requires = append(made.Requires, c.of(required))
	}
	made.Run = func(pass *analysis.Pass) (any, error) {
		if reach.IsStandard(pass.Pkg.Path()) {
			if a.ResultType == nil {
				return nil, nil
			}
			return reflect.Zero(a.ResultType).Interface(), nil
		}
		seen := *pass
		seen.Analyzer, seen.Module, seen.ReadFile = a, nil, nil
		seen.ResultOf = maps.Clone(pass.ResultOf)
		for _, required := range a.Requires {
			seen.ResultOf[required] = pass.ResultOf[c[required]]
		}
		return a.Run(&seen)
	}
	return &made
}
