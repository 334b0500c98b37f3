package model

import (
	"go/token"
	"go/types"
	"path/filepath"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/chain"
	"github.com/retrylint/retrylint/internal/directive"
	"github.com/retrylint/retrylint/internal/lower"
	"github.com/retrylint/retrylint/internal/reach"
	"github.com/retrylint/retrylint/internal/rulename"
	"github.com/retrylint/retrylint/internal/settings"
)

// Where numbers of attempts come from that somebody has told of.
const (
	fromAttempts = "as //retrylint:attempts says"
	fromCallers  = "as //retrylint:callers says"
)

// declared returns the declared function that an SSA function stands for, nil for a
// function literal and for what the compiler adds.
func declared(fn *ssa.Function) *types.Func {
	if fn == nil {
		return nil
	}
	if origin := fn.Origin(); origin != nil {
		fn = origin
	}
	f, _ := fn.Object().(*types.Func)
	return f
}

// said returns what directives say of a function.
func (p *pkg) said(fn *types.Func) directive.Func {
	if fn == nil {
		return directive.Func{}
	}
	return p.cfg.Directives.Of(fn)
}

// callersOf returns how often whoever is outside of the program attempts a function, 0 if
// nobody has told, and where that is told.
func (p *pkg) callersOf(fn *types.Func) (n int, from string) {
	if said := p.said(fn).Callers; said > 0 {
		return said, fromCallers
	}
	return p.cfg.File.CallersOf(fn), "as " + settings.FileName + " says"
}

// isTold reports whether anybody has told of attempts of a function of the package, or of
// its callers.
func (p *pkg) isTold() bool {
	for _, obj := range p.pass.TypesInfo.Defs {
		fn, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		if n, _ := p.callersOf(fn); n > 0 || p.said(fn).Attempts > 0 {
			return true
		}
	}
	return false
}

// told adds to the summary of a function what a directive says of it: a site that
// repeats what the function repeats, or all that it calls if nothing is seen to be
// repeated; and the function as the operation if it reaches another process by itself.
func (s *summarizer) told(sum *chain.Summary, fn *ssa.Function) {
	said := s.said(declared(fn))
	if said.Remote && !leaves(sum.Calls) {
		sum.Calls = append(sum.Calls, chain.Call{
			Level: uint8(reach.Remote), Op: chain.Short(sum.Name), Together: int32(len(sum.Calls)), Line: s.line(fn.Pos()), Pos: fn.Pos(),
		})
	}
	if said.Attempts == 0 || len(sum.Calls) == 0 {
		return
	}
	site := int32(len(sum.Sites))
	sum.Sites = append(sum.Sites, s.toldSite(fn.Pos(), said.Attempts, fromAttempts))
	own := func(sites []int32) (n int) {
		for n < len(sites) && sum.Sites[sites[n]].Library == "" {
			n++
		}
		return n
	}
	repeats := false
	for i := range sum.Calls {
		repeats = repeats || own(sum.Calls[i].Sites) > 0
	}
	for i := range sum.Calls {
		if n := own(sum.Calls[i].Sites); n > 0 || !repeats {
			sum.Calls[i].Sites = append([]int32{site}, sum.Calls[i].Sites[n:]...)
			// The number is that of all rounds.
			sum.Calls[i].Again = false
		}
	}
	s.known.told[sum.Name] = toldSite{number: int(site), pos: fn.Pos()}
}

// leaves reports whether one of some calls may leave the process.
func leaves(calls []chain.Call) bool {
	for i := range calls {
		if calls[i].Level > 0 {
			return true
		}
	}
	return false
}

// toldMethod adds to a call of an interface method how often the method tries by itself, if
// a directive says so: that stands for its implementations.
func (s *summarizer) toldMethod(sum *chain.Summary, to *chain.Call, instr ssa.CallInstruction) {
	c := instr.Common()
	if !c.IsInvoke() {
		return
	}
	n := s.said(c.Method).Attempts
	if n == 0 {
		return
	}
	site := s.toldSite(instr.Pos(), n, fromAttempts)
	site.Who = to.Op
	to.EndHere()
	to.Sites = append(to.Sites, int32(len(sum.Sites)))
	sum.Sites = append(sum.Sites, site)
}

func (s *summarizer) toldSite(at token.Pos, n int, origin string) chain.Site {
	pos := s.pass.Fset.Position(at)
	return chain.Site{
		Bound: chain.Bound{N: int64(n)}, File: filepath.Base(pos.Filename), Line: int32(pos.Line), Origin: origin, Waits: -1,
		Ignored: s.cfg.Directives.Ignored(rulename.Chains, at),
	}
}

// toldSite is a site that a directive tells of: its number in the summary of its function,
// and the function's place.
type toldSite struct {
	number int
	pos    token.Pos
}

// callers returns a summary of those who call a function from outside of the program; nil
// if nobody has told of them.
func (s *summarizer) callers(fn *ssa.Function) *chain.Summary {
	obj := declared(fn)
	if obj == nil || fn.Origin() != nil {
		return nil
	}
	n, from := s.callersOf(obj)
	if n == 0 {
		return nil
	}
	name := lower.FuncName(fn)
	site := s.toldSite(fn.Pos(), n, from)
	site.Who = "callers of " + chain.Short(name)
	return &chain.Summary{
		Name: site.Who, Pkg: s.pass.Pkg.Path(), Sites: []chain.Site{site},
		Calls: []chain.Call{{Callee: funcValue(fn), Sites: []int32{0}, Line: site.Line, Pos: fn.Pos()}},
	}
}
