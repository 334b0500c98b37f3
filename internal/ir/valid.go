package ir

// Valid reports whether a body is one that a function can have: all that it names
// is there, and each instruction has the operands that it takes. Translation makes
// no others; what is decoded may be anything.
func (f *Func) Valid() bool {
	given := len(f.Params) + len(f.Captures)
	if len(f.Blocks) == 0 || f.Regs < 0 || given > int(f.Regs) || int(f.Regs) > given+f.Size() {
		return false
	}
	widths := f.widths()
	// edges counts the ways from one block to another, less those that the other
	// knows of.
	edges := make(map[[2]int32]int)
	for b := range f.Blocks {
		block := &f.Blocks[b]
		for _, s := range block.Succs {
			if s < 0 || int(s) >= len(f.Blocks) {
				return false
			}
			edges[[2]int32{int32(b), s}]++
		}
		for _, p := range block.Preds {
			edges[[2]int32{p, int32(b)}]--
		}
		for i := range block.Instrs {
			if last := i == len(block.Instrs)-1; !f.validInstr(&block.Instrs[i], block, last, widths) {
				return false
			}
		}
		if len(block.Instrs) == 0 {
			return false
		}
	}
	for _, n := range edges {
		if n != 0 {
			return false
		}
	}
	return true
}

// maxResults is more than the results of any function.
const maxResults = 1000

// widths returns the number of components of each register that holds a tuple.
func (f *Func) widths() map[Operand]int32 {
	widths := make(map[Operand]int32)
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			in := &f.Blocks[b].Instrs[i]
			switch {
			case in.Op == Call && in.Callee != nil:
				widths[in.Dst] = in.Callee.Results
			case in.Op == Select:
				widths[in.Dst] = 2 + int32(len(in.Cases))
			case in.Op == Next:
				widths[in.Dst] = 3
			case in.CommaOK:
				widths[in.Dst] = 2
			}
		}
	}
	return widths
}

func (f *Func) validInstr(in *Instr, block *Block, last bool, widths map[Operand]int32) bool {
	if in.Op == Bad || in.Op > Opaque || in.Dst < 0 || int32(in.Dst) > f.Regs {
		return false
	}
	for i, x := range in.X {
		bound := in.Op == Slice && i > 0
		if !f.has(x) && !(bound && x == NoOperand) {
			return false
		}
	}
	for _, c := range in.Cases {
		if !f.has(c.Chan) || !f.has(c.Val) && (c.Send || c.Val != NoOperand) {
			return false
		}
	}
	if succs, ends := successors[in.Op]; ends != last || ends && succs != len(block.Succs) {
		return false
	}
	switch in.Op {
	case Phi:
		return len(in.X) == len(block.Preds)
	case Call, Go, Defer:
		return in.validCall()
	case Extract:
		return len(in.X) == 1 && in.N >= 0 && in.N < widths[in.X[0]]
	case Make:
		return len(in.X) <= 1
	case Return, Closure, Opaque:
		return true
	}
	return len(in.X) == operands[in.Op]
}

// has reports whether an operand is a register or a constant of the function.
func (f *Func) has(x Operand) bool {
	if x < 0 {
		return int64(-int64(x)) <= int64(len(f.Consts))
	}
	return x != NoOperand && int32(x) <= f.Regs
}

// validCall checks what an instruction calls. A value or an interface that is
// called is the first operand, as is a closure with its captures.
func (in *Instr) validCall() bool {
	c := in.Callee
	if c == nil || c.Results < 0 || c.Results > maxResults || c.Err < -1 || c.Err >= c.Results {
		return false
	}
	return len(in.X) > 0 || c.Func != "" && in.Name != "closure"
}

// successors are the numbers of successors of a block by the instruction that ends it.
var successors = map[Op]int{Return: 0, Panic: 0, Jump: 1, If: 2}

// operands are the numbers of operands of the instructions that always have as many.
var operands = map[Op]int{
	Binary: 2, Not: 1, Neg: 1, Load: 1, Store: 2, MapUpdate: 3, Alloc: 0, FieldAddr: 1, Field: 1, IndexAddr: 2, Index: 2, Lookup: 2,
	Convert: 1, Assert: 1, Slice: 3, Receive: 1, Send: 2, Select: 0, RunDefers: 0, RangeOver: 1, Next: 1, Jump: 0, If: 1, Panic: 1,
}
