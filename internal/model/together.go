package model

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/chain"
	"github.com/retrylint/retrylint/internal/reach"
)

// together numbers the calls of a function by which of them may be made in one pass when
// those before them have failed, and notes those that may be made more than once.
func (s *summarizer) together(instrs []ssa.CallInstruction, calls []chain.Call) {
	index := make(map[ssa.CallInstruction][]int)
	for i, instr := range instrs {
		index[instr] = append(index[instr], i)
	}
	group := make([]int32, len(instrs))
	for i := range group {
		group[i] = int32(i)
	}
	var find func(i int32) int32
	find = func(i int32) int32 {
		if group[i] != i {
			group[i] = find(group[i])
		}
		return group[i]
	}
	join := func(i, j int) {
		a, b := find(int32(i)), find(int32(j))
		group[max(a, b)] = min(a, b)
	}
	for i, instr := range instrs {
		for _, other := range index[instr] {
			join(i, other)
		}
		if _, isDefer := instr.(*ssa.Defer); isDefer {
			for j := range instrs {
				join(i, j)
			}
			continue
		}
		f := failure{of: failedValues(s.failsBy(instr))}
		for _, after := range f.reaches(instr) {
			for _, j := range index[after] {
				join(i, j)
			}
			if after == instr && len(calls[i].Sites) == 0 {
				calls[i].Again = true
			}
		}
	}
	for i := range calls {
		calls[i].Together = find(int32(i))
	}
}

// failure follows a function from a call that failed.
type failure struct {
	// of are the values that hold the error.
	of map[ssa.Value]bool
}

// failedValues returns the values that hold the error of a call, also where it meets
// others.
func failedValues(instr ssa.CallInstruction) map[ssa.Value]bool {
	values := make(map[ssa.Value]bool)
	call, ok := instr.(*ssa.Call)
	if !ok || !reach.ReturnsError(call.Call.Signature()) {
		return values
	}
	var add func(v ssa.Value)
	add = func(v ssa.Value) {
		if values[v] {
			return
		}
		values[v] = true
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Phi:
				add(ref)
			case *ssa.Store:
				if cell, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v {
					values[cell] = true
				}
			}
		}
	}
	if _, isTuple := call.Type().(*types.Tuple); !isTuple {
		add(call)
		return values
	}
	for _, ref := range *call.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == call.Call.Signature().Results().Len()-1 {
			add(e)
		}
	}
	return values
}

// reaches returns the calls that may follow a call that failed, itself if it may be
// made again: each time it is made, it fails.
func (f *failure) reaches(from ssa.CallInstruction) []ssa.CallInstruction {
	calls, _ := f.follow(from)
	return calls
}

// blocks returns the blocks whose end may be reached after a call that failed.
func (f *failure) blocks(from ssa.CallInstruction) []*ssa.BasicBlock {
	_, blocks := f.follow(from)
	return blocks
}

func (f *failure) follow(from ssa.CallInstruction) (found []ssa.CallInstruction, ended []*ssa.BasicBlock) {
	seen := make(map[*ssa.BasicBlock]bool)
	var work []*ssa.BasicBlock
	scan := func(instrs []ssa.Instruction) (through bool) {
		for _, instr := range instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			found = append(found, call)
			if call == from {
				return false
			}
		}
		return true
	}
	leave := func(b *ssa.BasicBlock) {
		ended = append(ended, b)
		for _, succ := range f.successors(b) {
			if !seen[succ] {
				seen[succ] = true
				work = append(work, succ)
			}
		}
	}
	b := from.Block()
	for i, instr := range b.Instrs {
		if instr == from {
			if scan(b.Instrs[i+1:]) {
				leave(b)
			}
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if scan(b.Instrs) {
			leave(b)
		}
	}
	return found, ended
}

// successors returns where a block goes on when the error is there.
func (f *failure) successors(b *ssa.BasicBlock) []*ssa.BasicBlock {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return b.Succs
	}
	test, ok := branch.Cond.(*ssa.BinOp)
	if !ok || !(f.holds(test.X) && isNil(test.Y) || f.holds(test.Y) && isNil(test.X)) {
		return b.Succs
	}
	switch test.Op {
	case token.NEQ:
		return b.Succs[:1]
	case token.EQL:
		return b.Succs[1:]
	}
	return b.Succs
}

func (f *failure) holds(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		return f.of[load.X]
	}
	return f.of[v]
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}
