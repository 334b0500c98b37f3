// Package clients follows what configures a client of a library to the calls of the
// client, and says how often such a call tries by itself.
//
// It reads syntax and types. A configuration is followed through constructors, options,
// structs and their fields, builders, variables and fields of the package, functions of
// the package that return or take one, and, by facts, functions and variables of other
// packages. What is assigned on some condition may hold or not: then both count.
package clients

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/libraries"
)

// Analyzer exports which functions, variables and fields of a package hold clients that
// are configured there; its result is a [*Package].
var Analyzer = &analysis.Analyzer{
	Name:       "retryclients",
	Doc:        "follow the configuration of clients that retry by themselves",
	Requires:   []*analysis.Analyzer{libraries.Analyzer},
	ResultType: reflect.TypeFor[*Package](),
	FactTypes:  []analysis.Fact{new(Fact)},
	Run:        run,
}

// Package answers for the calls of the package at hand. It is safe for concurrent use.
type Package struct {
	pass *analysis.Pass
	info *types.Info
	libs *libraries.Libraries
	// index is made when something is asked for.
	index func() *index

	mu    sync.Mutex
	facts map[*types.Package]*Fact
}

func run(pass *analysis.Pass) (any, error) {
	p := &Package{
		pass:  pass,
		info:  pass.TypesInfo,
		libs:  pass.ResultOf[libraries.Analyzer].(*libraries.Libraries),
		facts: make(map[*types.Package]*Fact),
	}
	p.index = sync.OnceValue(func() *index { return newIndex(pass.Fset, pass.Files, pass.TypesInfo) })
	if fact := p.export(); fact != nil {
		pass.ExportPackageFact(fact)
	}
	return p, nil
}

// CallAt returns the call whose opening parenthesis stands at a place, where SSA places
// calls; nil if there is none.
func (p *Package) CallAt(pos token.Pos) *ast.CallExpr { return p.index().at[pos] }
