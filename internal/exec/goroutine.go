package exec

import "github.com/retrylint/retrylint/internal/ir"

// The executor runs a goroutine where it is started, up to its end or to where it
// blocks. That is one of its interleavings, and the one that matters: an attempt
// made in a goroutine whose answer is waited for, a token given back after a while.

// queued is the path, below a channel, of what was sent to it and not received.
const queued = ".queued"

// spawn runs a goroutine that sends something; others decide nothing here.
func (r *run) spawn(s *state, f *frame, in *ir.Instr) bool {
	name := in.Callee.Func
	args := make([]*Term, len(in.X))
	for i, x := range in.X {
		args[i] = r.operand(f, x)
	}
	if in.Name == "closure" || name == "" && in.Callee.Method == "" && args[0].Kind == Func {
		name = args[0].Name
		args = append(append([]*Term(nil), args[0].Args...), args[1:]...)
	}
	body := r.follow(s, name)
	if body == nil || !sends(body) {
		return true
	}
	g := newFrame(body, captured(body, args), ir.NoOperand, f.callSite())
	g.goroutine, g.delay = true, r.int(0)
	r.push(s, g)
	return true
}

func sends(fn *ir.Func) bool {
	for i := range fn.Blocks {
		for _, in := range fn.Blocks[i].Instrs {
			if in.Op == ir.Send {
				return true
			}
		}
	}
	return false
}

// goroutine returns the frame of the goroutine that is running, nil if none is.
func (s *state) goroutine() *frame {
	for i := len(s.frames) - 1; i >= 0; i-- {
		if s.frames[i].goroutine {
			return s.frames[i]
		}
	}
	return nil
}

// block ends a goroutine that cannot go on for now; it returns false if what
// cannot go on is no goroutine, and the state is done.
func (s *state) block() bool {
	for i := len(s.frames) - 1; i >= 0; i-- {
		if s.frames[i].goroutine {
			s.frames = s.frames[:i]
			return true
		}
	}
	return false
}

// send puts a value into a channel, with the time it took until then.
func (r *run) send(s *state, ch, v *Term) {
	if g := s.goroutine(); g != nil {
		s.heap.store(r.addr(ch, queued), r.tuple(v, g.delay))
	}
}

// delivered takes what a goroutine sent to a channel, after the time it takes.
func (r *run) delivered(s *state, f *frame, in *ir.Instr, ch *Term) (v *Term, ok bool) {
	root, path := split(ch)
	obj := s.heap.at(root)
	if obj == nil {
		return nil, false
	}
	sent := obj.values[path+queued]
	if sent == nil || sent.Kind != Tuple {
		return nil, false
	}
	s.heap.store(r.addr(ch, queued), r.nil())
	if d := sent.Args[1]; !isInt(d, 0) {
		r.pause(s, f, in, d)
	}
	return sent.Args[0], true
}
