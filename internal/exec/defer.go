package exec

import (
	"slices"

	"github.com/retrylint/retrylint/internal/ir"
)

// deferral is a function literal that is called before the function around it returns.
type deferral struct {
	literal *Term
	args    []*Term
}

// deferCall notes a deferred call that may change what the function returns: that of a
// literal which stores to what it captured. Others release things, which decides nothing.
func (r *run) deferCall(f *frame, in *ir.Instr) {
	if in.Name != "closure" {
		return
	}
	literal := r.operand(f, in.X[0])
	if literal.Kind != Func {
		return
	}
	if body, _ := r.resolve.Body(literal.Name); body == nil || len(assigned(literal, body)) == 0 {
		return
	}
	args := make([]*Term, len(in.X)-1)
	for i, x := range in.X[1:] {
		args[i] = r.operand(f, x)
	}
	f.deferred = append(slices.Clip(f.deferred), deferral{literal, args})
}

// runDeferred calls what was deferred last, and comes back for the others.
func (r *run) runDeferred(s *state, f *frame) {
	n := len(f.deferred)
	if n == 0 {
		return
	}
	last := f.deferred[n-1]
	f.deferred = f.deferred[:n-1]
	f.at--
	body := r.follow(s, last.literal.Name)
	if body == nil {
		s.heap.lose(last.literal, s.heap.holdsAnswer(last.literal))
		return
	}
	args := append(slices.Clone(last.literal.Args), last.args...)
	r.push(s, newFrame(body, captured(body, args), ir.NoOperand, f.callSite()))
}
