package exec

import (
	"slices"

	"github.com/retrylint/retrylint/internal/ir"
)

// Where branches meet again, those that made no difference go on as one: what may
// differ is in the registers that are still read, in the memory that can still be
// reached, and in what was waited for and assumed of the answer.

// digest identifies what was written to it. That two different writings have the
// same digest is not ruled out, and as likely as a failure of the machine.
type digest struct{ a, b uint64 }

func (d *digest) add(x uint64) {
	d.a = (d.a ^ x) * 0x9e3779b97f4a7c15
	d.a ^= d.a >> 32
	d.b = (d.b + x + 1) * 0xc2b2ae3d27d4eb4f
	d.b ^= d.b >> 29
}

func (d *digest) addTerm(t *Term) {
	if t == nil {
		d.add(0)
		return
	}
	d.add(uint64(t.id))
}

func (d *digest) addBools(bs ...bool) {
	n := uint64(1)
	for _, b := range bs {
		n <<= 1
		if b {
			n++
		}
	}
	d.add(n)
}

func (d *digest) addString(s string) {
	h := uint64(14695981039346656037) // FNV-1a
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	d.add(h)
}

// joins reports whether a state is the first of the run to come to where it is as
// it is.
func (r *run) joins(s *state) bool {
	var d digest
	d.addBools(s.arrived, s.started, s.passed, s.guessed, s.clockOK, s.round.MayWait, s.round.SawEnd, s.round.changed, s.way.Clock, s.way.Guarded, len(s.way.guards) > 0)
	d.add(uint64(s.way.Attempts))
	d.add(uint64(s.past))
	d.addTerm(s.way.Until)
	for _, word := range s.answers {
		d.add(word)
	}
	s.round.trace(&d)
	seen := make(map[*Term]bool)
	for i, f := range s.frames {
		if i > 0 {
			d.addString(f.site)
		}
		d.add(uint64(f.block)<<32 | uint64(f.at))
		d.addBools(f.guessed)
		for _, x := range r.live(f) {
			d.addTerm(f.regs[x])
			s.heap.reach(f.regs[x], seen)
		}
		for _, later := range f.deferred {
			d.addTerm(later.literal)
			s.heap.reach(later.literal, seen)
		}
	}
	f := s.top()
	if f.at == 0 {
		block := &f.fn.Blocks[f.block]
		edge := slices.Index(block.Preds, int32(f.prev))
		for i := range block.Instrs {
			in := &block.Instrs[i]
			if in.Op != ir.Phi || edge < 0 {
				break
			}
			v := r.operand(f, in.X[edge])
			d.addTerm(v)
			s.heap.reach(v, seen)
		}
	}
	s.heap.digest(&d, func(root *Term) bool { return root.Kind != Obj || seen[root] }, true)
	if s.readsClock {
		d.add(uint64(s.clock))
	}
	if r.joined[d] {
		return false
	}
	r.joined[d] = true
	return true
}

// point is a place in a function.
type point struct {
	fn        *ir.Func
	block, at int
}

// live returns the registers of a frame that are still read.
func (r *run) live(f *frame) []ir.Operand {
	p := point{f.fn, f.block, f.at}
	regs, ok := r.liveAt[p]
	if !ok {
		l := r.liveIn[f.fn]
		if l == nil {
			l = f.fn.Live()
			r.liveIn[f.fn] = l
		}
		regs = l.Before(f.block, f.at)
		r.liveAt[p] = regs
	}
	return regs
}

// reach adds to seen what was allocated and can be reached through v.
func (h heap) reach(v *Term, seen map[*Term]bool) {
	if v == nil || !v.holdsObject {
		return
	}
	v = v.plain()
	if v.Kind == Obj {
		if seen[v] {
			return
		}
		seen[v] = true
		if obj := h.at(v); obj != nil {
			for _, held := range obj.values {
				h.reach(held, seen)
			}
		}
		return
	}
	for _, a := range v.Args {
		h.reach(a, seen)
	}
}

// digest writes what the objects hold that counts accepts. Without timers, what a
// timer was set to is left out.
func (h heap) digest(d *digest, counts func(root *Term) bool, timers bool) {
	var sum digest
	for root, obj := range h.objects {
		if !counts(root) {
			continue
		}
		var one digest
		one.addTerm(root)
		one.addBools(obj.lost, obj.answer)
		content := obj.content()
		if !timers {
			content = obj.withoutTimers()
		}
		one.add(content.a)
		one.add(content.b)
		// The order of a map is none.
		sum.a += one.a
		sum.b += one.b
	}
	d.add(sum.a)
	d.add(sum.b)
}

// content returns the digest of the values of an object.
func (o *object) content() digest {
	if !o.digested {
		o.digested = true
		o.all, o.timeless = digest{}, digest{}
		for p, v := range o.values {
			var one digest
			one.addString(p)
			one.addTerm(v)
			o.all.a += one.a
			o.all.b += one.b
			if !isTimer(v) {
				o.timeless.a += one.a
				o.timeless.b += one.b
			}
		}
	}
	return o.all
}

// withoutTimers returns the digest of the values of an object other than the
// channels of timers.
func (o *object) withoutTimers() digest {
	o.content()
	return o.timeless
}
