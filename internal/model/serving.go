package model

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/ir"
	"github.com/retrylint/retrylint/internal/reach"
)

// maxServingDepth is the number of functions, one called by the other, in which what
// serves is looked for.
const maxServingDepth = 3

// reconnects returns why each round of a loop is another connection, and no second try of
// the last: the attempt, or what comes after its success, serves until it breaks. It is ""
// if nothing of that is in sight.
func (p *pkg) reconnects(l *exec.Loop, c candidate) string {
	fn := c.call.Parent()
	body := p.bodies.lower(fn)
	switch {
	case p.callServes(c.attempt, maxServingDepth):
		return "the attempt serves until it breaks"
	case body != l.Fn:
		return ""
	case slices.ContainsFunc(body.Loops(), func(inner ir.Loop) bool {
		return inner.Header != l.Header && l.Blocks[inner.Header] && endsByFailing(body, inner)
	}), slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool { return l.Blocks[b.Index] && p.handsOver(b) }):
		return "after a success something serves until it breaks"
	}
	return ""
}

// handsOver reports whether a call in a block hands each message to a function.
func (p *pkg) handsOver(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
		call, ok := instr.(*ssa.Call)
		return ok && p.isHandedHandler(&call.Call)
	})
}

func (p *pkg) isHandedHandler(c *ssa.CallCommon) bool {
	return p.summary(c).Remote > reach.Local && reach.ReturnsError(c.Signature()) && slices.ContainsFunc(c.Args, isHandler)
}

// callServes reports whether a call serves until it fails: it hands each message to a
// function, or receives one after the other. Both may happen further down.
func (p *pkg) callServes(call ssa.CallInstruction, depth int) bool {
	c := call.Common()
	if p.isHandedHandler(c) {
		return true
	}
	callee := c.StaticCallee()
	if callee == nil || callee.Package() != p.ssa || len(callee.Blocks) == 0 || depth == 0 {
		return false
	}
	if p.keepsReceiving(callee) {
		return true
	}
	for _, b := range callee.Blocks {
		for _, instr := range b.Instrs {
			inner, ok := instr.(*ssa.Call)
			if ok && reach.ReturnsError(inner.Call.Signature()) && p.callServes(inner, depth-1) {
				return true
			}
		}
	}
	return false
}

// keepsReceiving reports whether a function has a loop that receives until that fails. It is asked
// once for each way that leads to the function.
func (p *pkg) keepsReceiving(fn *ssa.Function) bool {
	found, ok := p.receivers[fn]
	if !ok {
		body := p.bodies.lower(fn)
		found = slices.ContainsFunc(body.Loops(), func(l ir.Loop) bool { return endsByFailing(body, l) })
		p.receivers[fn] = found
	}
	return found
}

// isHandler reports whether a value is a function literal that takes what comes and
// answers nothing.
func isHandler(v ssa.Value) bool {
	made, ok := v.(*ssa.MakeClosure)
	if !ok {
		return false
	}
	sig := made.Fn.(*ssa.Function).Signature
	if sig.Results().Len() > 0 {
		return false
	}
	for param := range sig.Params().Variables() {
		if named, ok := types.Unalias(param.Type()).(*types.Named); !ok || named.String() != "context.Context" {
			return true
		}
	}
	return false
}

// endsByFailing reports whether a loop receives until that fails: the ways out of it are
// a failing call that would have returned something, other failures, and what has nothing
// to do with what is received. A stream that has an end is none.
func endsByFailing(fn *ir.Func, l ir.Loop) bool {
	defs := make(map[ir.Operand]*ir.Instr)
	for b := range l.Blocks {
		for i := range fn.Blocks[b].Instrs {
			defs[fn.Blocks[b].Instrs[i].Dst] = &fn.Blocks[b].Instrs[i]
		}
	}
	receives := false
	for b := range l.Blocks {
		block := &fn.Blocks[b]
		for side, succ := range block.Succs {
			if l.Blocks[int(succ)] {
				continue
			}
			last := &block.Instrs[len(block.Instrs)-1]
			if last.Op != ir.If {
				return false
			}
			switch failed := failedCall(fn, defs, last.X[0], side); {
			case failed != nil:
				receives = receives || failed.Callee.Results > 1
			case !isFlag(defs, last.X[0], maxInner):
				return false
			}
		}
	}
	return receives && !mentionsEOF(fn)
}

// failedCall returns the call whose error is there where a branch goes to a side, nil if
// that is not what it asks.
func failedCall(fn *ir.Func, defs map[ir.Operand]*ir.Instr, cond ir.Operand, side int) *ir.Instr {
	test := defs[cond]
	if test == nil || test.Op != ir.Binary || test.Name != "!=" && test.Name != "==" {
		return nil
	}
	if (test.Name == "!=") != (side == 0) {
		return nil
	}
	err, other := test.X[0], test.X[1]
	if other >= 0 || fn.Const(other).Kind != ir.Nil {
		return nil
	}
	at := defs[err]
	if at != nil && at.Op == ir.Extract {
		call := defs[at.X[0]]
		if call != nil && call.Op == ir.Call && call.Callee.Err == at.N {
			return call
		}
		return nil
	}
	if at != nil && at.Op == ir.Call && at.Callee.Err == 0 && at.Callee.Results == 1 {
		return at
	}
	return nil
}

// isFlag reports whether a condition has nothing to do with what calls that can fail have
// returned, and counts nothing.
func isFlag(defs map[ir.Operand]*ir.Instr, cond ir.Operand, depth int) bool {
	if cond <= ir.NoOperand {
		return true
	}
	in := defs[cond]
	switch {
	case in == nil:
		return true
	case depth == 0, in.Op == ir.Phi, in.Op == ir.Next, in.Op == ir.Call && in.Callee.Err >= 0:
		return false
	case in.Op == ir.Select, in.Op == ir.Receive:
		return true
	case in.Op == ir.Alloc:
		return !isFilled(defs, cond)
	}
	return !slices.ContainsFunc(in.X, func(x ir.Operand) bool { return !isFlag(defs, x, depth-1) })
}

// isFilled reports whether a call that can fail is given the address of a variable: it leaves
// there what it returns.
func isFilled(defs map[ir.Operand]*ir.Instr, variable ir.Operand) bool {
	isAddress := func(x ir.Operand) bool {
		at := defs[x]
		return x == variable || at != nil && at.Op == ir.Convert && at.X[0] == variable
	}
	for _, in := range defs {
		if in.Op == ir.Call && in.Callee.Err >= 0 && slices.ContainsFunc(in.X, isAddress) {
			return true
		}
	}
	return false
}

// mentionsEOF reports whether a function asks for the end of a stream.
func mentionsEOF(fn *ir.Func) bool {
	return slices.ContainsFunc(fn.Consts, func(c ir.Const) bool { return c.Kind == ir.GlobalRef && c.Str == "io.EOF" })
}
