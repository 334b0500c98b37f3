package model

import (
	"go/token"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/attempts"
	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/chain"
	"github.com/retrylint/retrylint/internal/clients"
	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/rulename"
)

// failsBy returns the call that returns the error of a call: itself, or the one that asks
// its answer for it.
func (s *summarizer) failsBy(call ssa.CallInstruction) ssa.CallInstruction {
	if asking := s.asking[call]; asking != nil {
		return asking
	}
	return call
}

// tried adds to a call the libraries that try it by themselves, as retry sites within
// those around it. What is known of a library stands for its code: it is not followed
// into that as well.
func (s *summarizer) tried(sum *chain.Summary, to *chain.Call, instr ssa.CallInstruction, around []*Site) {
	given := instr.Common().Args
	if instr.Common().Signature().Recv() != nil && !instr.Common().IsInvoke() {
		given = given[1:]
	}
	if slices.ContainsFunc(given, func(arg ssa.Value) bool { return isFunc(arg.Type()) }) {
		// What it is given may fail for reasons of its own.
		return
	}
	expr := s.clients.CallAt(instr.Common().Pos())
	if expr == nil {
		return
	}
	call := s.clients.Call(expr)
	if call == nil {
		return
	}
	to.EndHere()
	if slices.ContainsFunc(around, func(site *Site) bool { return site.isDisjoint(call) }) {
		return
	}
	to.Op = call.Text
	pos := s.pass.Fset.Position(expr.Lparen)
	for _, t := range call.Tries {
		out := chain.Site{
			File: filepath.Base(pos.Filename), Line: int32(pos.Line), Library: t.Library, Origin: t.Origin, Waits: -1, Unseen: !call.Seen,
			Ignored: s.cfg.Directives.Ignored(rulename.Chains, expr.Lparen),
		}
		switch t.Attempts.Kind {
		case catalog.Counted, catalog.Timed:
			out.Bound.N = int64(t.Attempts.N)
		case catalog.Unlimited:
			out.Bound.Unbounded = true
		}
		to.Sites = append(to.Sites, int32(len(sum.Sites)))
		sum.Sites = append(sum.Sites, out)
	}
}

// isDisjoint reports whether a site repeats only failures that a library does not, by
// their names.
func (s *Site) isDisjoint(call *clients.Call) bool {
	names := s.FailureNames()
	return names != nil && !slices.ContainsFunc(names, call.Repeats)
}

// IsDouble reports whether a chain is one site of this package and a call of a client that
// retries by itself, which the site makes within the package.
func (r *Result) IsDouble(c *Chain) bool {
	if c.Site == nil || c.Hops[len(c.Hops)-1].Pkg != r.source.pass.Pkg.Path() {
		return false
	}
	var end *chain.Site
	for _, l := range c.Links[1:] {
		switch {
		case l.Site.Library != "":
			end = l.Site
		case !l.Count.IsOne():
			return false
		}
	}
	expr := r.clients.CallAt(c.Site.Op.Pos)
	if end == nil || expr == nil {
		return false
	}
	return slices.ContainsFunc(r.clients.Calls(expr), func(call clients.Call) bool {
		pos := r.source.pass.Fset.Position(call.Expr.Lparen)
		return filepath.Base(pos.Filename) == end.File && int32(pos.Line) == end.Line
	})
}

// DoubleChain returns the chain of a site and of the libraries that repeat a call of it by
// themselves.
func (r *Result) DoubleChain(site *Site, call *clients.Call) *record.Chain {
	pass := r.source.pass
	name := r.source.function(site.Loop.From)
	at := func(pos token.Pos) record.Position {
		p := pass.Fset.Position(pos)
		return record.Position{File: filepath.Base(p.Filename), Line: p.Line}
	}
	count := attempts.Unknown()
	switch a := &site.Attempts; {
	case a.Kind == Unbounded:
		count = attempts.Unbounded()
	case (a.Kind == Exact || a.Kind == TimeBounded) && a.N > 0:
		count = attempts.Exactly(a.N)
	}
	first := record.Link{Function: name, Package: pass.Pkg.Path(), Name: chain.Short(name), Attempts: product(count), Position: at(site.Loop.From)}
	if from := r.source.bound(site); len(from) > 0 {
		first.Origin = from[0].Text
	}
	out := &record.Chain{Operation: call.Text, Links: []record.Link{first}, Through: append([]string{name}, call.Through...)}
	for _, t := range call.Tries {
		n := triesOf(t.Attempts)
		count = count.Times(n)
		out.Links = append(out.Links, record.Link{
			Function: r.source.function(call.Expr.Pos()), Package: pass.Pkg.Path(), Name: t.Library, Attempts: product(n),
			Position: at(call.Expr.Lparen), Library: t.Library, Origin: t.Origin,
		})
	}
	out.Product = product(count)
	if out.Product.Kind == exactly {
		out.Product.Kind = "up to"
	}
	return out
}

// triesOf returns how often a library tries something.
func triesOf(b catalog.Bound) attempts.Count {
	switch {
	case b.Kind == catalog.Unlimited:
		return attempts.Unbounded()
	case (b.Kind == catalog.Counted || b.Kind == catalog.Timed) && b.N > 0:
		return attempts.Exactly(int64(b.N))
	}
	return attempts.Unknown()
}
