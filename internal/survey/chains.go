package survey

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/model"
	"github.com/retrylint/retrylint/internal/record"
)

// chains returns a record for each call path that begins with no loop, and for the worst
// from each function on; one without a chain for a function that has a limit and leads
// nowhere.
func (s *syntax) chains(sites *model.Result) []place {
	var places []place
	for i := range sites.Chains {
		if c := &sites.Chains[i]; c.Site == nil {
			places = append(places, s.chain(c, sites.ChainRecord(c, Chains)))
		}
	}
	for _, file := range s.pass.Files {
		for _, decl := range file.Decls {
			d, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			fn, ok := s.pass.TypesInfo.Defs[d.Name].(*types.Func)
			if !ok {
				continue
			}
			_, limited := s.cfg.File.LimitOf(fn)
			rec := record.Record{Rule: Chains, Confidence: record.High, Declaration: s.declaration(d)}
			c, leads := sites.Entry(fn, rec.Declaration)
			if leads {
				rec = sites.ChainRecord(&c, Chains)
			}
			if leads || limited {
				rec.Construct = string(model.Entry)
				places = append(places, s.chain(d.Name, rec))
			}
		}
	}
	return places
}

func (s *syntax) chain(at analysis.Range, rec record.Record) place {
	rec.Message = "one attempt of anything through " + rec.Declaration
	if rec.Chain != nil {
		rec.Message = "attempts of " + rec.Chain.Operation + " through " + rec.Chain.Through[0]
	}
	return place{at, rec}
}
