package exec

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/ir"
)

// Loop is a loop of a function with one operation attempted in it.
type Loop struct {
	Fn *ir.Func
	// Header is the block that each round starts with.
	Header int
	// Blocks are the blocks of the loop.
	Blocks map[int]bool
	// Block and Index are where the attempt stands.
	Block, Index int
	// Scope is where a closure is made, nil if that is not known.
	Scope *Scope
}

// Scope binds the captures of a closure.
type Scope struct {
	captures []*Term
	heap     heap
}

// Scope runs the function outer up to where it makes the closure named name, and
// returns what the closure captures there; nil if that place is not reached.
func (m *Machine) Scope(outer *ir.Func, in *Scope, name string) *Scope {
	var scope *Scope
	r := &run{Machine: m}
	r.enter = func(s *state, _, to int) bool { return scope == nil && s.visit(to) }
	for b := range outer.Blocks {
		for i := range outer.Blocks[b].Instrs {
			if instr := &outer.Blocks[b].Instrs[i]; instr.Op == ir.Closure && instr.Name == name {
				r.target = instr
			}
		}
	}
	if r.target == nil {
		return nil
	}
	r.attempted = func(s *state) bool {
		if scope == nil {
			scope = &Scope{heap: s.heap}
			for _, x := range r.target.X {
				scope.captures = append(scope.captures, r.operand(s.top(), x))
			}
		}
		return false
	}
	r.explore(m.start(outer, in))
	return scope
}

// start returns the state at the entry of a function, its parameters unknown.
func (m *Machine) start(fn *ir.Func, scope *Scope) *state {
	m.initialized()
	args := make([]*Term, len(fn.Params)+len(fn.Captures))
	for i, name := range fn.Params {
		args[i] = m.sym(name)
	}
	for i, name := range fn.Captures {
		if n := len(fn.Params) + i; scope != nil {
			args[n] = scope.captures[i]
		} else {
			args[n] = m.intern(Term{Kind: Sym, Name: "&" + name, NonNil: true})
		}
	}
	s := m.newState(newFrame(fn, args, ir.NoOperand, ""))
	if scope != nil {
		s.heap = scope.heap.clone()
	}
	return s
}

func (l *Loop) attempt() *ir.Instr { return &l.Fn.Blocks[l.Block].Instrs[l.Index] }

// Answer is what each attempt is assumed to answer.
type Answer uint8

// The answers.
const (
	// Fails is an error, or false where there is no error.
	Fails Answer = iota
	// Succeeds is no error, with results that are not known.
	Succeeds
)

// Result is what came out of running a loop.
type Result struct {
	Ways []Way
	// Before is the identity of the newest draw that was made before the loop.
	Before int
	// GaveUp says that the loop was too large; Ways are then not all.
	GaveUp bool
}

// holeRounds is the number of attempts after which a loop whose end depends on
// an unknown number is given up: enough to see how waits grow.
const holeRounds = 5

// Run executes a loop in which every attempt gives the same answer. With subst,
// unknown numbers are given a value.
func (m *Machine) Run(l *Loop, answer Answer, subst map[*Term]*Term) Result {
	starts, gaveUp := m.heads(l, subst)
	res := Result{GaveUp: gaveUp, Before: m.next}
	r := &run{Machine: m, subst: subst}
	rel := relevant(l)
	end := func(s *state, e End) {
		s.way.End = e
		s.way.Last = s.round
		res.Ways = append(res.Ways, s.way)
	}
	r.enter = func(s *state, from, to int) bool {
		if l.Blocks[to] {
			return s.visit(to)
		}
		if s.started {
			end(s, Left)
		}
		return false
	}
	r.returned = func(s *state, results []*Term) {
		if s.started {
			s.way.Results = results
			end(s, Left)
		}
	}
	r.target = l.attempt()
	r.attempted = func(s *state) bool {
		in, f := r.target, s.top()
		args := make([]*Term, len(in.X))
		for i, x := range in.X {
			args[i] = r.operand(f, x)
		}
		if s.started {
			s.round.Args = args
			s.way.Rounds = append(s.way.Rounds, s.round)
			s.round = Round{}
		} else {
			s.started = true
			s.way.FirstArgs = args
		}
		s.way.Attempts++
		s.visits = nil
		switch key := s.key(l, rel); {
		case answer == Succeeds && s.way.Attempts > 1:
			end(s, Finished)
			return false
		case s.seen[key]:
			end(s, Repeats)
			return false
		case s.way.Attempts > maxRounds:
			end(s, Endless)
			return false
		case subst == nil && len(s.way.Holes) > 0 && s.way.Attempts > holeRounds:
			end(s, Hole)
			return false
		default:
			if s.seen == nil {
				s.seen = make(map[string]bool)
			}
			s.seen[key] = true
		}
		f.regs[in.Dst] = r.answer(in, answer)
		return true
	}
	r.explore(starts...)
	res.GaveUp = res.GaveUp || r.gaveUp
	return res
}

// answer returns the result of the attempt.
func (r *run) answer(in *ir.Instr, a Answer) *Term {
	c := in.Callee
	result := func(i int32) *Term {
		switch {
		case i == c.Err && a == Fails:
			return r.intern(Term{Kind: Sym, Name: errorSym, NonNil: true, Outcome: true})
		case i == c.Err:
			return r.nil()
		}
		return r.intern(Term{Kind: Sym, Name: fmt.Sprintf("result %d", i), NonNil: a == Succeeds && c.Err >= 0, Outcome: true})
	}
	switch {
	case c.Results == 1 && c.Err < 0 && c.Bool:
		return r.bool(a == Succeeds)
	case c.Results == 1:
		return result(0)
	case c.Results == 0:
		return r.nil()
	}
	results := make([]*Term, c.Results)
	for i := range results {
		results[i] = result(int32(i))
	}
	return r.tuple(results...)
}

// heads runs the function up to the head of the loop.
func (m *Machine) heads(l *Loop, subst map[*Term]*Term) (starts []*state, gaveUp bool) {
	leads := leadsTo(l.Fn, l.Header)
	r := &run{Machine: m, subst: subst, inside: func(b int) bool { return leads[b] }}
	s := m.start(l.Fn, l.Scope)
	unknown := s.clone()
	arrive := func(s *state) {
		if len(starts) >= maxHeads {
			gaveUp = true
			return
		}
		s.visits = nil
		s.way.First = nil
		s.way.Holes = nil
		starts = append(starts, s)
	}
	if l.Header == 0 {
		arrive(s)
		return starts, false
	}
	r.enter = func(s *state, from, to int) bool {
		if to == l.Header {
			arrive(s)
			return false
		}
		return leads[to] && s.visit(to)
	}
	r.explore(s)
	if len(starts) == 0 {
		// The way to the loop could not be run: what is set before it is unknown.
		f := unknown.top()
		f.prev, f.block = -1, l.Header
		unknown.clockOK = false
		starts = append(starts, unknown)
	}
	return starts, gaveUp
}

// maxHeads is the number of different ways to arrive at a loop that are looked at.
const maxHeads = 16

// leadsTo returns the blocks from which block to can be reached.
func leadsTo(fn *ir.Func, to int) map[int]bool {
	seen := map[int]bool{to: true}
	work := []int{to}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range fn.Blocks[b].Preds {
			if !seen[int(p)] {
				seen[int(p)] = true
				work = append(work, int(p))
			}
		}
	}
	return seen
}

// relevant returns the registers whose values are carried from round to round
// and decide where it goes: a delay that only grows does not make rounds differ.
func relevant(l *Loop) []ir.Operand {
	users := make(map[ir.Operand][]*ir.Instr)
	var phis []ir.Operand
	for b := range l.Fn.Blocks {
		for i := range l.Fn.Blocks[b].Instrs {
			in := &l.Fn.Blocks[b].Instrs[i]
			for _, x := range in.X {
				users[x] = append(users[x], in)
			}
			for _, c := range in.Cases {
				users[c.Chan] = append(users[c.Chan], in)
			}
			if in.Op == ir.Phi && l.Blocks[b] {
				phis = append(phis, in.Dst)
			}
		}
	}
	decides := func(phi ir.Operand) bool {
		seen := map[ir.Operand]bool{phi: true}
		work := []ir.Operand{phi}
		for len(work) > 0 {
			x := work[len(work)-1]
			work = work[:len(work)-1]
			for _, in := range users[x] {
				switch in.Op {
				case ir.If, ir.Store, ir.Return, ir.Select, ir.Receive, ir.IndexAddr, ir.Index:
					return true
				case ir.Call:
					if !onlyWaits(in.Callee.Func) && in != l.attempt() {
						return true
					}
				default:
					if in.Dst > 0 && !seen[in.Dst] {
						seen[in.Dst] = true
						work = append(work, in.Dst)
					}
				}
			}
		}
		return false
	}
	var rel []ir.Operand
	for _, phi := range phis {
		if decides(phi) {
			rel = append(rel, phi)
		}
	}
	slices.Sort(rel)
	return rel
}

// onlyWaits reports whether what a function is given only says how long it waits
// or what it prints.
func onlyWaits(name string) bool {
	switch name {
	case "time.Sleep", "time.After":
		return true
	}
	for _, pkg := range []string{"log.", "fmt.", "(*log.", "log/slog.", "(*log/slog."} {
		if strings.HasPrefix(name, pkg) {
			return true
		}
	}
	return false
}

// key describes what the rounds to come depend on.
func (s *state) key(l *Loop, rel []ir.Operand) string {
	var b strings.Builder
	regs := s.frames[0].regs
	for _, x := range rel {
		id := 0
		if v := regs[x]; v != nil {
			id = v.id
		}
		fmt.Fprintf(&b, "%d=%d,", x, id)
	}
	roots := make([]*Term, 0, len(s.heap.objects))
	for root := range s.heap.objects {
		roots = append(roots, root)
	}
	slices.SortFunc(roots, func(a, b *Term) int { return cmp.Compare(a.id, b.id) })
	for _, root := range roots {
		obj := s.heap.objects[root]
		paths := make([]string, 0, len(obj.values))
		for p := range obj.values {
			paths = append(paths, p)
		}
		slices.Sort(paths)
		for _, p := range paths {
			if v := obj.values[p]; v.Kind == App && v.Name == timerChan {
				continue
			}
			fmt.Fprintf(&b, "%d%s=%d,", root.id, p, obj.values[p].id)
		}
	}
	if s.readsClock {
		fmt.Fprintf(&b, "@%d", s.clock)
	}
	return b.String()
}
