package model

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/lower"
	"github.com/retrylint/retrylint/internal/reach"
)

// recursions returns the functions that start over on failure, by calling
// themselves, directly, through another function or through a timer.
func (p *pkg) recursions() []*Loop {
	var loops []*Loop
	for _, fn := range p.looked() {
		p.machine.Share()
		if fn.Parent() != nil || len(fn.Blocks) == 0 {
			continue
		}
		closing, into := p.closingCall(fn, fn, maxInner, nil)
		if closing == nil {
			continue
		}
		loop := &Loop{From: closing.Pos(), To: closing.Pos() + 1, Declaration: p.declaration(fn)}
		blocks := make(map[int]bool)
		for _, b := range fn.Blocks {
			blocks[b.Index] = true
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || call.Call.StaticCallee() == fn {
					continue
				}
				c, ok := p.candidate(call)
				if !ok || call.Call.StaticCallee() != nil && names(into)[lower.FuncName(call.Call.StaticCallee())] {
					continue
				}
				site := p.site(&exec.Loop{
					Fn: p.bodies.lower(fn), Header: 0, Blocks: blocks, Scope: p.scope(fn),
					Attempt: instruction(p.bodies.lower(fn), call), Into: names(into), Recursive: true,
				}, c)
				site.Loop, site.blocks, site.closing = loop, blocks, closing
				loop.Sites = append(loop.Sites, site)
			}
		}
		if len(loop.Sites) > 0 {
			loops = append(loops, loop)
		}
	}
	return loops
}

// closingCall returns the call in fn that starts target over, by itself or through
// other functions, and the functions on the way; nil if there is none.
func (p *pkg) closingCall(target, fn *ssa.Function, depth int, into []*ssa.Function) (ssa.CallInstruction, []*ssa.Function) {
	if depth == 0 || fn.Package() != p.ssa {
		return nil, nil
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if _, isGo := instr.(*ssa.Go); isGo {
				continue
			}
			for _, callee := range callees(call.Common()) {
				if callee == target {
					return call, into
				}
				if callee != fn && p.functionSummary(callee).Remote > reach.Local {
					if closing, way := p.closingCall(target, callee, depth-1, append(into[:len(into):len(into)], callee)); closing != nil {
						return call, way
					}
				}
			}
		}
	}
	return nil, nil
}

// callees returns the functions that a call runs: its callee, and what a timer is
// given to run.
func callees(c *ssa.CallCommon) []*ssa.Function {
	callee := c.StaticCallee()
	if callee == nil {
		return nil
	}
	if callee.String() != "time.AfterFunc" {
		return []*ssa.Function{callee}
	}
	switch v := c.Args[1].(type) {
	case *ssa.MakeClosure:
		fn := v.Fn.(*ssa.Function)
		if bound := boundMethod(fn); bound != nil {
			return []*ssa.Function{bound}
		}
		return []*ssa.Function{fn}
	case *ssa.Function:
		return []*ssa.Function{v}
	}
	return nil
}

// boundMethod returns the method behind a method value, nil if fn is none.
func boundMethod(fn *ssa.Function) *ssa.Function {
	if fn.Synthetic == "" || fn.Pos() == token.NoPos && len(fn.Blocks) == 0 {
		return nil
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				return call.Call.StaticCallee()
			}
		}
	}
	return nil
}
