package model

import (
	"go/token"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// goroutines tells which goroutines a function waits for: those that send to a channel,
// close it, or call Done on what the function receives from or calls Wait on. A function
// literal may be started in another than the one that waits, so those around count.
type goroutines struct {
	waits map[handle]bool
}

// handle names a channel or a wait group: a variable, and the fields that lead from there.
type handle struct {
	root   ssa.Value
	fields string
}

// goroutinesOf returns what a function, or one around it, waits for.
func goroutinesOf(fn *ssa.Function) *goroutines {
	g := &goroutines{waits: make(map[handle]bool)}
	for ; fn != nil; fn = fn.Parent() {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				g.note(instr)
			}
		}
	}
	return g
}

func (g *goroutines) note(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			g.waits[handleOf(instr.X, nil)] = true
		}
	case *ssa.Select:
		for _, state := range instr.States {
			if state.Send == nil {
				g.waits[handleOf(state.Chan, nil)] = true
			}
		}
	case ssa.CallInstruction:
		if receiver := calledOn(instr, "Wait"); receiver != nil {
			g.waits[handleOf(receiver, nil)] = true
		}
	}
}

// waitsFor reports whether the function waits for the goroutine that a statement starts.
func (g *goroutines) waitsFor(started *ssa.Go) bool {
	callee := started.Call.StaticCallee()
	if callee == nil {
		return slices.ContainsFunc(started.Call.Args, func(v ssa.Value) bool { return g.waits[handleOf(v, nil)] })
	}
	given := make(map[ssa.Value]ssa.Value)
	for i, param := range callee.Params {
		if i < len(started.Call.Args) {
			given[param] = started.Call.Args[i]
		}
	}
	for _, fn := range append([]*ssa.Function{callee}, callee.AnonFuncs...) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if slices.ContainsFunc(signals(instr), func(v ssa.Value) bool { return g.waits[handleOf(v, given)] }) {
					return true
				}
			}
		}
	}
	return false
}

// signals returns what an instruction may signal: the channel to which it sends or that it
// closes, the group that is told that it is done, and what is handed on to others.
func signals(instr ssa.Instruction) []ssa.Value {
	switch instr := instr.(type) {
	case *ssa.Send:
		return []ssa.Value{instr.Chan}
	case *ssa.Select:
		var found []ssa.Value
		for _, state := range instr.States {
			if state.Send != nil {
				found = append(found, state.Chan)
			}
		}
		return found
	case ssa.CallInstruction:
		if receiver := calledOn(instr, "Done"); receiver != nil {
			return []ssa.Value{receiver}
		}
		return instr.Common().Args
	}
	return nil
}

// calledOn returns the receiver of a call of the method name, nil if it is none.
func calledOn(instr ssa.CallInstruction, name string) ssa.Value {
	c := instr.Common()
	if c.IsInvoke() && c.Method.Name() == name {
		return c.Value
	}
	if callee := c.StaticCallee(); callee != nil && callee.Signature.Recv() != nil && callee.Name() == name {
		return c.Args[0]
	}
	return nil
}

// handleOf returns the handle of a value. given are the arguments of a function's
// parameters; what a function literal captured is looked up where it is made.
func handleOf(v ssa.Value, given map[ssa.Value]ssa.Value) handle {
	fields := ""
	for {
		switch of := v.(type) {
		case *ssa.UnOp:
			v = of.X
		case *ssa.FieldAddr:
			fields += "." + strconv.Itoa(of.Field)
			v = of.X
		case *ssa.Field:
			fields += "." + strconv.Itoa(of.Field)
			v = of.X
		case *ssa.ChangeType:
			v = of.X
		case *ssa.FreeVar:
			bound := boundTo(of)
			if bound == nil {
				return handle{v, fields}
			}
			v = bound
		case *ssa.Parameter:
			arg, ok := given[of]
			if !ok {
				return handle{v, fields}
			}
			// An argument is known where the call is.
			v, given = arg, nil
		default:
			return handle{v, fields}
		}
	}
}
