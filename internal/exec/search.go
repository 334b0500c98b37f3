package exec

import "github.com/retrylint/retrylint/internal/ir"

// searches returns what slices.ContainsFunc and slices.IndexFunc do, if the slice is one whose
// elements are known and the run asks for answers: whether one of them is the answer decides.
func (r *run) searches(name string, args []*Term) *ir.Func {
	if r.ask == nil || len(args) != 2 || args[0].Kind != Slice || args[0].Int >= maxVisits {
		return nil
	}
	switch name {
	case "slices.ContainsFunc":
		return containsFunc
	case "slices.IndexFunc":
		return indexFunc
	}
	return nil
}

// The bodies of the functions, of which the language has the source: a loop that calls the
// function for each element.
var (
	containsFunc = search("slices.ContainsFunc", ir.Const{Kind: ir.Bool}, ir.Const{Kind: ir.Bool, Int: 1})
	indexFunc    = search("slices.IndexFunc", ir.Const{Kind: ir.Int, Int: -1}, ir.Const{})
)

// search returns the body of a function that looks for an element of a slice, and returns
// missing or found; the index if found is nil.
func search(name string, missing, found ir.Const) *ir.Func {
	const (
		slice ir.Operand = 1 + iota
		accepts
		i
		length
		more
		addr
		element
		accepted
		next
	)
	const (
		zero ir.Operand = -1 - iota
		one
		isMissing
		isFound
	)
	const (
		entry int32 = iota
		head
		body
		step
		end
		stop
	)
	index := isFound
	if found.Kind == ir.Nil {
		index = i
	}
	call := func(dst ir.Operand, fn string, xs ...ir.Operand) ir.Instr {
		return ir.Instr{Op: ir.Call, Dst: dst, X: xs, Callee: &ir.Callee{Func: fn, Err: -1, Judged: -1, Results: 1}}
	}
	xs := func(xs ...ir.Operand) []ir.Operand { return xs }
	return &ir.Func{
		Name: name, Pkg: "slices", Params: []string{"s", "f"}, Regs: int32(next),
		Consts: []ir.Const{{Kind: ir.Int}, {Kind: ir.Int, Int: 1}, missing, found},
		Blocks: []ir.Block{
			entry: {Succs: []int32{head}, Instrs: []ir.Instr{{Op: ir.Jump}}},
			head: {Preds: []int32{entry, step}, Succs: []int32{body, end}, Instrs: []ir.Instr{
				{Op: ir.Phi, Dst: i, X: xs(zero, next)},
				call(length, "builtin len", slice),
				{Op: ir.Binary, Name: "<", Dst: more, X: xs(i, length)},
				{Op: ir.If, X: xs(more)},
			}},
			body: {Preds: []int32{head}, Succs: []int32{stop, step}, Instrs: []ir.Instr{
				{Op: ir.IndexAddr, Dst: addr, X: xs(slice, i)},
				{Op: ir.Load, Dst: element, X: xs(addr), Zero: ir.Int},
				call(accepted, "", accepts, element),
				{Op: ir.If, X: xs(accepted)},
			}},
			step: {Preds: []int32{body}, Succs: []int32{head}, Instrs: []ir.Instr{
				{Op: ir.Binary, Name: "+", Dst: next, X: xs(i, one)},
				{Op: ir.Jump},
			}},
			end:  {Preds: []int32{head}, Instrs: []ir.Instr{{Op: ir.Return, X: xs(isMissing)}}},
			stop: {Preds: []int32{body}, Instrs: []ir.Instr{{Op: ir.Return, X: xs(index)}}},
		},
	}
}
