package ir

import (
	"math/bits"
	"slices"
)

// Live knows which registers of a function are live: their values are read before
// they are set again.
type Live struct {
	fn *Func
	// in and out hold the registers that are live where a block begins and ends.
	in, out []registers
}

// registers is a set of registers, a bit for each.
type registers []uint64

func (r registers) add(x Operand) {
	if x > 0 {
		r[x/64] |= 1 << (x % 64)
	}
}

func (r registers) remove(x Operand) {
	if x > 0 {
		r[x/64] &^= 1 << (x % 64)
	}
}

// addAll adds the registers of another set; it reports whether some were new.
func (r registers) addAll(other registers) bool {
	changed := false
	for i, word := range other {
		changed = changed || word&^r[i] != 0
		r[i] |= word
	}
	return changed
}

// list returns the registers in rising order.
func (r registers) list() []Operand {
	var regs []Operand
	for i, word := range r {
		for ; word != 0; word &= word - 1 {
			regs = append(regs, Operand(i*64+bits.TrailingZeros64(word)))
		}
	}
	return regs
}

// Live computes which registers are live.
func (f *Func) Live() *Live {
	words := int(f.Regs)/64 + 1
	l := &Live{fn: f, in: make([]registers, len(f.Blocks)), out: make([]registers, len(f.Blocks))}
	for b := range f.Blocks {
		l.in[b], l.out[b] = make(registers, words), make(registers, words)
	}
	order := f.postorder()
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			for _, succ := range f.Blocks[b].Succs {
				l.flow(b, int(succ))
			}
			changed = l.in[b].addAll(l.before(b, 0)) || changed
		}
	}
	return l
}

// flow adds to what is live behind a block what is live on the way to another.
func (l *Live) flow(from, to int) {
	l.out[from].addAll(l.in[to])
	block := &l.fn.Blocks[to]
	edge := slices.Index(block.Preds, int32(from))
	for i := range block.Instrs {
		phi := &block.Instrs[i]
		if phi.Op != Phi || edge < 0 {
			return
		}
		l.out[from].add(phi.X[edge])
	}
}

// before returns what is live before instruction i of a block.
func (l *Live) before(b, i int) registers {
	live := slices.Clone(l.out[b])
	instrs := l.fn.Blocks[b].Instrs
	for k := len(instrs) - 1; k >= i; k-- {
		in := &instrs[k]
		live.remove(in.Dst)
		if in.Op == Phi {
			continue
		}
		for _, x := range in.X {
			live.add(x)
		}
		for _, c := range in.Cases {
			live.add(c.Chan)
			live.add(c.Val)
		}
	}
	return live
}

// Before returns the registers that are live before instruction i of block b, in
// rising order. What the phis of a block read is not among them where it begins:
// that depends on the block before.
func (l *Live) Before(b, i int) []Operand {
	if i == 0 {
		return l.in[b].list()
	}
	return l.before(b, i).list()
}
