package model

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/ir"
	"github.com/retrylint/retrylint/internal/lower"
	"github.com/retrylint/retrylint/internal/reach"
)

// find looks at every loop of every function.
func (p *pkg) find() *Result {
	res := new(Result)
	for _, fn := range p.funcs {
		var scope *exec.Scope
		scoped := false
		for _, l := range naturalLoops(fn) {
			calls := p.candidates(fn, l)
			if len(calls) == 0 {
				continue
			}
			if !scoped {
				scope, scoped = p.scope(fn), true
			}
			loop := p.place(fn, l, calls[0].instr.Pos())
			for _, c := range calls {
				body := p.bodies.lower(fn)
				site := p.site(&exec.Loop{
					Fn: body, Header: l.header, Blocks: l.blocks, Scope: scope,
					Attempt: instruction(body, c.instr),
				}, c)
				site.Loop = loop
				loop.Sites = append(loop.Sites, site)
			}
			res.Loops = append(res.Loops, loop)
		}
	}
	slices.SortStableFunc(res.Loops, func(a, b *Loop) int { return cmp.Compare(a.From, b.From) })
	return res
}

// scope returns what a closure captures, nil if fn is none or it is not known.
func (p *pkg) scope(fn *ssa.Function) *exec.Scope {
	outer := fn.Parent()
	if outer == nil || len(fn.FreeVars) == 0 || len(outer.Blocks) == 0 {
		return nil
	}
	return p.machine.Scope(p.bodies.lower(outer), p.scope(outer), lower.FuncName(fn))
}

// loop is a natural loop of the control-flow graph.
type loop struct {
	header int
	blocks map[int]bool
}

// naturalLoops returns the loops of a function, those with the same head as one.
func naturalLoops(fn *ssa.Function) []loop {
	byHeader := make(map[int]map[int]bool)
	for _, b := range fn.Blocks {
		for _, h := range b.Succs {
			if !h.Dominates(b) {
				continue
			}
			body := byHeader[h.Index]
			if body == nil {
				body = map[int]bool{h.Index: true}
				byHeader[h.Index] = body
			}
			work := []*ssa.BasicBlock{b}
			for len(work) > 0 {
				x := work[len(work)-1]
				work = work[:len(work)-1]
				if !body[x.Index] {
					body[x.Index] = true
					work = append(work, x.Preds...)
				}
			}
		}
	}
	var loops []loop
	for h, body := range byHeader {
		loops = append(loops, loop{header: h, blocks: body})
	}
	// Inner loops first: an attempt belongs to the innermost loop that repeats it.
	slices.SortFunc(loops, func(a, b loop) int {
		return cmp.Or(cmp.Compare(len(a.blocks), len(b.blocks)), cmp.Compare(a.header, b.header))
	})
	return loops
}

// candidate is a call that may be an attempt.
type candidate struct {
	instr ssa.CallInstruction
	op    Operation
	// handedIn says that the operation is a parameter about which nothing is known.
	handedIn bool
}

// candidates returns the calls in a loop that can fail and are not known to be local.
func (p *pkg) candidates(fn *ssa.Function, l loop) []candidate {
	var found []candidate
	for _, b := range fn.Blocks {
		if !l.blocks[b.Index] {
			continue
		}
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !reach.ReturnsError(call.Call.Signature()) {
				continue
			}
			s := p.summary(&call.Call)
			c := candidate{instr: call, op: Operation{
				Pos: call.Pos(), ID: calleeName(&call.Call), Text: p.text(call), Remote: s.Remote, Via: s.Via,
			}}
			if param, ok := call.Call.Value.(*ssa.Parameter); ok && !call.Call.IsInvoke() {
				v, _ := param.Object().(*types.Var)
				_, known := p.reach.Value(v)
				c.handedIn = !known
			}
			if s.Remote > reach.Local || c.handedIn {
				found = append(found, c)
			}
		}
	}
	slices.SortFunc(found, func(a, b candidate) int { return cmp.Compare(a.op.Pos, b.op.Pos) })
	return found
}

// text returns the callee as messages print it.
func (p *pkg) text(call ssa.CallInstruction) string {
	c := call.Common()
	qual := types.RelativeTo(p.pass.Pkg)
	byName := func(other *types.Package) string {
		if qual(other) == "" {
			return ""
		}
		return other.Name()
	}
	var fn *types.Func
	recv := types.Type(nil)
	switch callee := c.StaticCallee(); {
	case c.IsInvoke():
		fn, recv = c.Method, c.Value.Type()
	case callee != nil:
		fn, _ = callee.Object().(*types.Func)
		if fn != nil && fn.Signature().Recv() != nil {
			recv = fn.Origin().Signature().Recv().Type()
		}
	}
	switch {
	case fn == nil:
		if expr := p.callAt(call.Pos()); expr != nil {
			if _, isLit := ast.Unparen(expr.Fun).(*ast.FuncLit); !isLit {
				return types.ExprString(expr.Fun)
			}
		}
		return "the function literal"
	case recv != nil:
		return "(" + types.TypeString(recv, byName) + ")." + fn.Name()
	case byName(fn.Pkg()) != "":
		return byName(fn.Pkg()) + "." + fn.Name()
	}
	return fn.Name()
}

// callAt returns the call expression whose opening parenthesis stands at pos,
// which is where SSA places calls; nil if there is none.
func (p *pkg) callAt(pos token.Pos) *ast.CallExpr {
	if p.calls == nil {
		p.calls = make(map[token.Pos]*ast.CallExpr)
		for _, file := range p.pass.Files {
			for n := range ast.Preorder(file) {
				if call, ok := n.(*ast.CallExpr); ok {
					p.calls[call.Lparen] = call
				}
			}
		}
	}
	return p.calls[pos]
}

// instruction returns the translation of a call.
func instruction(fn *ir.Func, call ssa.CallInstruction) *ir.Instr {
	block := fn.Blocks[call.Block().Index]
	for i := range block.Instrs {
		if in := &block.Instrs[i]; in.Op == ir.Call && in.Pos == call.Pos() {
			return in
		}
	}
	return nil
}

// place finds the statement of a loop.
func (p *pkg) place(fn *ssa.Function, l loop, attempt token.Pos) *Loop {
	out := &Loop{From: attempt, To: attempt, Declaration: p.declaration(fn)}
	syntax := fn.Syntax()
	if syntax == nil {
		return out
	}
	var inside []token.Pos
	for _, b := range fn.Blocks {
		if !l.blocks[b.Index] {
			continue
		}
		for _, instr := range b.Instrs {
			if _, isPhi := instr.(*ssa.Phi); !isPhi && instr.Pos().IsValid() {
				inside = append(inside, instr.Pos())
			}
		}
	}
	for n := range ast.Preorder(syntax) {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.LabeledStmt:
		default:
			continue
		}
		holds := func(pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }
		if !holds(attempt) {
			continue
		}
		outside := 0
		for _, pos := range inside {
			if !holds(pos) {
				outside++
			}
		}
		if _, isLabel := n.(*ast.LabeledStmt); isLabel {
			if out.Node == nil {
				out.Node, out.From, out.To = n, n.Pos(), n.End()
			}
			continue
		}
		if outside == 0 || out.Node == nil {
			out.Node, out.From, out.To = n, n.Pos(), n.End()
		}
	}
	return out
}

// declaration returns the declared function around fn, as messages print it.
func (p *pkg) declaration(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn.RelString(p.pass.Pkg)
}
