package exec

import (
	"go/token"
	"maps"
	"slices"
	"strconv"
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
	// Attempt is the call.
	Attempt *ir.Instr
	// Into names the functions that are stepped into on the way to the attempt,
	// although they reach another process.
	Into map[string]bool
	// Scope is where a closure is made, nil if that is not known.
	Scope *Scope
	// Entry is what the function is called with, nil if that is not known.
	Entry *Entry
	// Recursive says that a call of Fn from within leads back to its start.
	Recursive bool
	// Ask says which answers to the attempt are told apart, nil if none are.
	Ask *Ask
	// Absent is one more than the index of the result that is nil when the attempt fails,
	// 0 if there is none.
	Absent int32
}

// Entry is a call with what it is given.
type Entry struct {
	// Args are the arguments, and behind them what the function captures.
	Args []*Term
	heap heap
}

// Scope binds the captures of a closure.
type Scope struct {
	captures []*Term
	heap     heap
}

// Scope runs the function outer up to where it makes the closure named name, and
// returns what the closure captures there; nil if that place is not reached.
func (m *Machine) Scope(outer *ir.Func, in *Scope, name string) *Scope {
	for b := range outer.Blocks {
		for i := range outer.Blocks[b].Instrs {
			if instr := &outer.Blocks[b].Instrs[i]; instr.Op == ir.Closure && instr.Name == name {
				if e := m.arrive(m.start(outer, in, nil), instr); e != nil {
					return &Scope{captures: e.Args, heap: e.heap}
				}
				return nil
			}
		}
	}
	return nil
}

// Arrive runs a function up to a call, and returns what the call is given; nil if
// it is not reached.
func (m *Machine) Arrive(fn *ir.Func, scope *Scope, entry *Entry, call *ir.Instr) *Entry {
	return m.arrive(m.start(fn, scope, entry), call)
}

// ArriveFrom is as [Machine.Arrive], but starts with the block that holds the call: what
// is set before is unknown.
func (m *Machine) ArriveFrom(fn *ir.Func, block int, scope *Scope, call *ir.Instr) *Entry {
	s := m.start(fn, scope, nil)
	f := s.top()
	f.prev, f.block = -1, block
	s.clockOK = false
	return m.arrive(s, call)
}

// arrive runs a state up to an instruction of the outermost function.
func (m *Machine) arrive(s *state, target *ir.Instr) *Entry {
	for {
		found, tangled := m.arriveOnce(s.clone(), target)
		if tangled == "" {
			return found
		}
		m.tangled[tangled] = true
	}
}

func (m *Machine) arriveOnce(s *state, target *ir.Instr) (found *Entry, tangled string) {
	r := newRun(m)
	r.enter = func(s *state, _, to int) bool { return found == nil && s.visit(to) }
	r.isAttempt = func(s *state, in *ir.Instr) bool { return in == target && len(s.frames) == 1 }
	r.attempted = func(s *state, in *ir.Instr) bool {
		if found == nil {
			found = &Entry{heap: s.heap}
			for _, x := range in.X {
				found.Args = append(found.Args, r.operand(s.top(), x))
			}
			if in.Name == "closure" {
				found.Args = append(found.Args[1:], found.Args[0].Args...)
			}
		}
		return false
	}
	r.explore(s)
	return found, r.tangle
}

// start returns the state at the entry of a function; its parameters are unknown
// unless entry gives them.
func (m *Machine) start(fn *ir.Func, scope *Scope, entry *Entry) *state {
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
	if entry != nil {
		copy(args, entry.Args)
	}
	s := m.newState(newFrame(fn, args, ir.NoOperand, ""))
	switch {
	case entry != nil:
		s.heap = entry.heap.clone()
	case scope != nil:
		s.heap = scope.heap.clone()
	}
	return s
}

// Answer is what each attempt is assumed to answer.
type Answer uint8

// The answers.
const (
	// Fails is an error, or false where there is no error.
	Fails Answer = iota
	// Succeeds is no error, with results that are not known.
	Succeeds
	// Cancelled is as Fails, while the contexts of callers are over: what is given one
	// fails because of that.
	Cancelled
)

// Result is what came out of running a loop.
type Result struct {
	Ways []Way
	// Before is the identity of the newest draw that was made before the loop.
	Before int
	// GaveUp says that the loop was too large; Ways are then not all.
	GaveUp bool
	// heads is the number of ways to arrive at the loop that were looked at, widest what
	// run.widest returns.
	heads  int
	widest string
	// Cut says that Ways are not all, because the answer also decides in a loop within that
	// was not run to its end.
	Cut bool
	// Idles says that after an answer the loop goes round and round without another attempt,
	// and Idle are the pauses that it makes then.
	Idles bool
	Idle  []Pause
}

// holeRounds is the number of attempts after which a loop that is in the same state
// again, or whose end depends on an unknown number, is given up: enough to see how
// waits grow.
const holeRounds = 4

// tiredRounds is the number of attempts after which a way may be given up for
// what it costs: its waits are known by then, its end is not.
const tiredRounds = 8

// maxHeads is the number of different ways to arrive at a loop that are looked at. Of a
// loop that is too large with so many, one is.
const maxHeads = 16

// maxLeft is the number of functions that are followed no more within a function whose loops
// are too large with them.
const maxLeft = 3

// fewAttempts is the number of attempts that must be looked at to say anything of a loop; with
// more, too large is an answer.
const fewAttempts = 2

// Run executes a loop in which every attempt gives the same answer, for at most
// so many attempts on each way; 0 stands for many. With subst, unknown numbers
// are given a value.
func (m *Machine) Run(l *Loop, answer Answer, attempts int, subst map[*Term]*Term) Result {
	at := point{fn: l.Fn, block: l.Header}
	for {
		res, tangled := m.runOnce(l, answer, attempts, subst)
		switch {
		case tangled != "" && l.Ask != nil:
			m.tangledAsked[tangled] = true
		case tangled != "":
			m.tangled[tangled] = true
		case res.GaveUp && res.heads > 1 && m.budget > 0 && !m.narrow[at]:
			m.narrow[at] = true
		case res.GaveUp && 0 < attempts && attempts <= fewAttempts && res.widest != "" && len(m.left[l.Fn]) < maxLeft && m.budget > maxSteps:
			// Nothing else is known of the loop then, and it may be small enough without.
			if m.left[l.Fn] == nil {
				m.left[l.Fn] = make(map[string]bool)
			}
			m.left[l.Fn][res.widest] = true
		default:
			return res
		}
	}
}

// isTangled reports whether a function has too many branches to be followed in a run.
func (r *run) isTangled(name string) bool {
	if r.left[name] {
		return true
	}
	if r.ask != nil {
		return r.tangledAsked[name]
	}
	return r.tangled[name]
}

// runOnce is as [Machine.Run]; it stops early and returns the name of a function
// that was followed and turned out to be too tangled for that.
func (m *Machine) runOnce(l *Loop, answer Answer, attempts int, subst map[*Term]*Term) (res Result, tangled string) {
	m.initialized()
	if m.budget <= 0 {
		// What is looked at before a run takes as long as the function is large.
		return Result{GaveUp: true}, ""
	}
	if attempts == 0 {
		attempts = maxAttempts
	}
	x := &exploration{
		run:       newRun(m),
		loop:      l,
		answer:    answer,
		attempts:  attempts,
		leads:     leadsTo(l.Fn, l.Header),
		relevant:  relevant(l),
		twins:     twins(l),
		histories: make(map[digest]int),
	}
	x.subst, x.into, x.exits, x.ask, x.absent = subst, l.Into, exits(l), l.Ask, l.Absent
	x.left = m.left[l.Fn]
	x.succeeds, x.cancelled = answer == Succeeds, answer == Cancelled
	x.most = maxHeads
	if m.narrow[point{fn: l.Fn, block: l.Header}] {
		x.most = 1
	}
	if l.Recursive {
		x.self = l.Fn.Name
		for i := range l.Fn.Params {
			x.relevant = append(x.relevant, ir.Operand(i+1))
		}
	}
	x.isAttempt = func(s *state, in *ir.Instr) bool {
		return in == l.Attempt || len(s.frames) == 1 && x.twins[in]
	}
	x.attempted = x.attempt
	x.enter = x.goes
	x.returned = func(s *state, _ []*Term) {
		if l.Recursive {
			s.way.Exit = s.branch
		}
		x.end(s, Left)
	}
	start := m.start(l.Fn, l.Scope, l.Entry)
	start.self = slices.Clone(start.top().regs[1 : 1+len(l.Fn.Params)])
	x.first = start.self
	unknown := start.clone()
	if l.Header == 0 {
		x.arrive(start)
	}
	x.result.Before = m.next
	x.explore(start)
	if x.heads == 0 && !x.gaveUp && l.Scope != nil {
		// What a closure captures may have changed since it was made.
		x.explore(m.start(l.Fn, nil, l.Entry))
	}
	if x.heads == 0 && !x.gaveUp {
		// A loop may be all that is left after something else has failed.
		x.doubtful = true
		steps := x.steps
		x.explore(unknown.clone())
		if x.heads == 0 {
			x.gaveUp, x.steps = false, steps
		}
	}
	if x.heads == 0 && !x.gaveUp {
		// The way to the loop could not be run: what is set before it is unknown.
		f := unknown.top()
		f.prev, f.block = -1, l.Header
		unknown.clockOK = false
		x.arrive(unknown)
		x.explore(unknown)
	}
	guard(x.result.Ways)
	x.result.GaveUp, x.result.Cut, x.result.heads = x.gaveUp, x.cut, x.heads
	if x.gaveUp {
		x.result.widest = x.widest()
	}
	return x.result, x.tangle
}

// widest returns the function that was followed and branched most often of those that return
// nothing, "" if none did: what it does matters least to the loop.
func (r *run) widest() string {
	widest := ""
	for _, name := range slices.Sorted(maps.Keys(r.forked)) {
		if body, _ := r.resolve.Body(name); body != nil && body.Results() == 0 && r.forked[name] > r.forked[widest] {
			widest = name
		}
	}
	return widest
}

// guard marks the ways on which a condition held that leaves the loop on another way, or may.
func guard(ways []Way) {
	leaving := make(map[*Term]bool)
	for _, w := range ways {
		if w.End != Left {
			continue
		}
		for _, c := range w.Last.Conds {
			leaving[c.Term] = true
		}
	}
	for i := range ways {
		w := &ways[i]
		w.Guarded = w.Guarded || slices.ContainsFunc(w.guards, func(t *Term) bool { return leaving[t] })
	}
}

// exploration is a run of a loop.
type exploration struct {
	*run
	loop     *Loop
	answer   Answer
	attempts int
	leads    map[int]bool
	relevant []ir.Operand
	// first are the parameters that the outermost function was called with.
	first []*Term
	// twins are calls outside the loop that attempt the same.
	twins map[*ir.Instr]bool
	// heads is the number of ways to arrive so far, most how many are looked at.
	heads, most int
	// histories number the sequences of rounds that states have behind them.
	histories map[digest]int
	result    Result
}

// goes takes a state of the outermost function to a block.
func (x *exploration) goes(s *state, from, to int) bool {
	if s.arrived && x.loop.Blocks[from] && !x.loop.Blocks[to] {
		s.way.Exit = s.branch
	}
	switch {
	case !s.arrived && to == x.loop.Header:
		return x.arrive(s)
	case !s.arrived:
		return x.heads < x.most && x.leads[to] && s.visit(to)
	case x.loop.Blocks[to]:
		s.passed = s.passed || to == x.loop.Header
		if s.visit(to) {
			return true
		}
		if s.started && to == x.loop.Header {
			x.result.Idles, x.result.Idle = true, s.round.Pauses
		}
		return false
	case len(x.twins) > 0:
		// There may be a last attempt behind the loop.
		return s.visit(to)
	}
	x.end(s, Left)
	return false
}

// arrive takes a state into the loop.
func (x *exploration) arrive(s *state) bool {
	if x.heads >= x.most {
		// More ways to arrive say little that these do not.
		return false
	}
	x.heads++
	s.arrived, s.passed = true, true
	s.visits, s.streaks = nil, nil
	if !s.started {
		s.way.Holes = nil
	}
	return true
}

func (x *exploration) end(s *state, e End) {
	if !s.started || !s.arrived {
		return
	}
	s.way.End = e
	s.way.Last = s.round
	s.way.Last.Answers = s.answers
	if over := s.round.over; over != nil && e == Left {
		// The time was up.
		s.way.Clock = true
		if over.Args[0].Kind == Int {
			s.way.Limit = over.Args[0].Int
		}
	}
	x.result.Ways = append(x.result.Ways, s.way)
}

// attempt gives an attempt its answer.
func (x *exploration) attempt(s *state, in *ir.Instr) bool {
	f := s.top()
	give := func(a Answer) bool {
		if a == Succeeds {
			x.fill(s, in)
		}
		x.leaveAnswer(s, in)
		f.regs[in.Dst] = x.give(in, a)
		x.answered(s, a)
		return true
	}
	if !s.arrived && x.answer == Succeeds && x.ask == nil {
		// Had the try before the loop succeeded, there would be no loop.
		return give(Fails)
	}
	if s.started && s.arrived && !s.passed && (len(s.frames) > 1 || x.loop.Blocks[f.block]) && in == x.loop.Attempt {
		// An inner loop repeats it; this one has not gone round.
		return give(x.answer)
	}
	s.passed = false
	args := make([]*Term, len(in.X))
	for i, op := range in.X {
		args[i] = x.snapshot(s, x.operand(f, op))
	}
	x.caller, x.foreign = f.fn.Pkg, in.Callee.Func != "" && in.Callee.Pkg != f.fn.Pkg
	s.way.Context = x.attemptContext(s, in)
	s.given = s.way.Context != nil && s.way.Context.ofCaller()
	if x.loop.Recursive {
		// What a function calls itself with tells whether it does the same again;
		// counters and flags change with each call.
		for i, param := range s.self {
			if param.isCount() {
				param = x.first[i]
			}
			args = append(args, param)
		}
	}
	if s.started {
		s.round.Args, s.round.Answers = args, s.answers
		s.round.Despite = x.answer != Succeeds && in.Callee.Err >= 0 && takesResult(s.round.Conds)
		s.way.Rounds = append(s.way.Rounds, s.round)
		s.past = x.after(s.past, &s.round)
		s.round = Round{}
	} else {
		s.started = true
		s.way.FirstArgs = args
	}
	s.way.Attempts++
	s.visits, s.streaks = nil, nil
	key := s.key(x.relevant, s.frames[0].block, s.frames[0].at)
	s.repeats = s.repeats || s.seen[key]
	switch {
	case s.repeats && s.way.Attempts > min(x.attempts, holeRounds):
		x.end(s, Repeats)
		return false
	case s.way.Attempts > x.attempts:
		x.end(s, Endless)
		return false
	case s.way.Attempts > tiredRounds && x.steps > maxSteps/2:
		x.end(s, Tired)
		return false
	case x.subst == nil && len(s.way.Holes) > 0 && s.way.Attempts > holeRounds:
		x.end(s, Hole)
		return false
	default:
		if s.seen == nil {
			s.seen = make(map[digest]bool)
		}
		s.seen[key] = true
	}
	return give(x.answer)
}

// after returns the number of a history of rounds, given that of all but the last.
// States with the same history have the same number; it is 0 before the first round.
func (x *exploration) after(past int, last *Round) int {
	var d digest
	d.add(uint64(past))
	last.trace(&d)
	n, ok := x.histories[d]
	if !ok {
		n = len(x.histories) + 1
		x.histories[d] = n
	}
	return n
}

// takesResult reports whether all that is asked of an answer is that something came beside
// its error, and that what is then done with it succeeds.
func takesResult(conds []Cond) bool {
	takes := false
	for _, c := range conds {
		switch {
		case isPresence(c):
			takes = true
		case c.Term.Outcome && !(c.Term.IsNilTest() && c.Holds && !c.Term.Mentions(isLeaf)):
			return false
		}
	}
	return takes
}

// isPresence reports whether a condition holds because a result is not the zero value. A
// flag says something of its own: whether to try again.
func isPresence(c Cond) bool {
	isResult := func(t *Term) bool { return t.Kind == Sym && strings.HasPrefix(t.Name, resultSym) }
	isSize := func(t *Term) bool {
		return isResult(t) || t.Kind == App && t.Name == "builtin len" && isResult(t.Args[0])
	}
	isNone := func(t *Term) bool {
		return t.Kind == Nil || t.Kind == Int && t.Int == 0 || t.Kind == Str && t.Name == ""
	}
	t := c.Term
	if t.Kind != App || len(t.Args) != 2 {
		return false
	}
	x, y := t.Args[0], t.Args[1]
	if t.Name == "==" {
		return !c.Holds && (isNone(x) && isSize(y) || isNone(y) && isSize(x))
	}
	return t.Name == "<" && c.Holds && isNone(x) && isSize(y)
}

// trace writes what of a round matters to those that follow: how it waited, and
// what the answer was taken for.
func (r *Round) trace(d *digest) {
	for _, p := range r.Pauses {
		d.addString(p.Site)
		d.addTerm(p.Dur)
	}
	for _, c := range r.Conds {
		if c.Term.Outcome {
			d.addTerm(c.Term)
			d.addBools(c.Holds)
		}
	}
}

// leaveAnswer leaves the answer in what the function literals that a call is given store to.
func (r *run) leaveAnswer(s *state, in *ir.Instr) {
	f := s.top()
	for _, op := range in.X {
		literal := r.operand(f, op)
		if literal.plain().Kind != Func || len(literal.plain().Args) == 0 {
			continue
		}
		if body, _ := r.resolve.Body(literal.plain().Name); body != nil {
			s.heap.answer(literal.plain(), body)
		}
	}
}

// fill makes unknown what is in the empty variables that the pointers a call was given lead
// to: what succeeds leaves its answer there.
func (r *run) fill(s *state, in *ir.Instr) {
	if r.reads(in.Callee) {
		return
	}
	for _, op := range in.X {
		root := r.operand(s.top(), op).plain()
		if obj := s.heap.at(root); root.Kind == Obj && obj != nil && !obj.lost && len(obj.values) == 0 {
			s.heap.lose(root, false)
		}
	}
}

// give returns the result of an attempt.
func (r *run) give(in *ir.Instr, a Answer) *Term {
	c := in.Callee
	result := func(i int32) *Term {
		switch {
		case i == c.Err && a != Succeeds:
			return r.intern(Term{Kind: Sym, Name: errorSym, NonNil: true, Outcome: true})
		case i == c.Err:
			return r.nil()
		case r.ask != nil && a == Succeeds && i == r.ask.Response:
			return r.response()
		case a != Succeeds && i == r.absent-1:
			return r.nil()
		}
		return r.intern(Term{Kind: Sym, Name: resultSym + strconv.Itoa(int(i)), NonNil: a == Succeeds && c.Err >= 0, Outcome: true})
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

// exits returns the branches in a loop of which one side leaves it.
func exits(l *Loop) map[*ir.Instr]bool {
	found := make(map[*ir.Instr]bool)
	for b := range l.Blocks {
		block := &l.Fn.Blocks[b]
		if slices.ContainsFunc(block.Succs, func(succ int32) bool { return !l.Blocks[int(succ)] }) {
			found[&block.Instrs[len(block.Instrs)-1]] = true
		}
	}
	return found
}

// LeavesByCount reports whether a branch on which none of the ways left the loop leaves it for
// a number that is counted in the loop.
func (l *Loop) LeavesByCount(ways []Way) bool {
	taken := make(map[token.Pos]bool)
	for _, w := range ways {
		if len(w.Rounds) == 0 {
			taken[w.Exit.Pos] = true
		}
	}
	made := make(map[ir.Operand]*ir.Instr)
	for b := range l.Blocks {
		for i := range l.Fn.Blocks[b].Instrs {
			if in := &l.Fn.Blocks[b].Instrs[i]; in.Dst > 0 {
				made[in.Dst] = in
			}
		}
	}
	for in := range exits(l) {
		if in.Op == ir.If && !taken[in.Pos] {
			if counted, alone := isCounted(made, in.X[0], make(map[ir.Operand]bool)); counted && alone {
				return true
			}
		}
	}
	return false
}

// isCounted reports whether a value is computed from one that a loop carries round; alone says
// that nothing else is needed but what is known before. made are the values of the loop.
func isCounted(made map[ir.Operand]*ir.Instr, x ir.Operand, seen map[ir.Operand]bool) (counted, alone bool) {
	in := made[x]
	if in == nil || seen[x] || in.Op == ir.Load && in.X[0] < 0 {
		return false, true
	}
	seen[x] = true
	switch in.Op {
	case ir.Phi, ir.Binary, ir.Not, ir.Neg, ir.Convert:
	default:
		return false, false
	}
	counted, alone = in.Op == ir.Phi, true
	for _, operand := range in.X {
		c, a := isCounted(made, operand, seen)
		counted, alone = counted || c, alone && a
	}
	return counted, alone
}

// twins returns the calls outside a loop that attempt what is attempted in it:
// the same function with the same operands. Those in another loop are attempts of that.
func twins(l *Loop) map[*ir.Instr]bool {
	found := make(map[*ir.Instr]bool)
	blocks := make(map[int]bool)
	inLoop := false
	for b := range l.Fn.Blocks {
		for i := range l.Fn.Blocks[b].Instrs {
			in := &l.Fn.Blocks[b].Instrs[i]
			if in == l.Attempt {
				inLoop = true
			} else if in.Op == ir.Call && !l.Blocks[b] && sameCall(l.Fn, in, l.Attempt) {
				found[in] = true
				blocks[b] = true
			}
		}
	}
	if !inLoop || len(found) == 0 {
		// The attempt is made in a function that the loop calls, or there is no other.
		return nil
	}
	for _, other := range l.Fn.Loops() {
		if other.Blocks[l.Header] {
			continue
		}
		for b := range other.Blocks {
			if !blocks[b] {
				continue
			}
			for i := range l.Fn.Blocks[b].Instrs {
				delete(found, &l.Fn.Blocks[b].Instrs[i])
			}
		}
	}
	return found
}

// sameCall reports whether two calls of a function do the same, as far as their
// operands tell.
func sameCall(fn *ir.Func, a, b *ir.Instr) bool {
	if a.Callee.Func != b.Callee.Func || a.Callee.Method != b.Callee.Method || len(a.X) != len(b.X) {
		return false
	}
	for i := range a.X {
		if !sameOperand(fn, a.X[i], b.X[i], maxDepth) {
			return false
		}
	}
	return true
}

func sameOperand(fn *ir.Func, a, b ir.Operand, depth int) bool {
	if a == b {
		return true
	}
	if a <= 0 || b <= 0 || depth == 0 {
		return false
	}
	x, y := definition(fn, a), definition(fn, b)
	if x == nil || y == nil || x.Op != y.Op || x.Name != y.Name || len(x.X) != len(y.X) {
		return false
	}
	switch x.Op {
	case ir.Load, ir.FieldAddr, ir.Field, ir.Convert, ir.IndexAddr, ir.Index, ir.Slice, ir.Binary, ir.Extract:
	default:
		return false
	}
	for i := range x.X {
		if !sameOperand(fn, x.X[i], y.X[i], depth-1) {
			return false
		}
	}
	return true
}

// definition returns the instruction that sets a register, nil for a parameter.
func definition(fn *ir.Func, x ir.Operand) *ir.Instr {
	for b := range fn.Blocks {
		for i := range fn.Blocks[b].Instrs {
			if in := &fn.Blocks[b].Instrs[i]; in.Dst == x {
				return in
			}
		}
	}
	return nil
}

// snapshot returns what a value means to a function that it is given to: a
// pointer to something made here stands for what it points to by now.
func (r *run) snapshot(s *state, v *Term) *Term {
	root := v.plain()
	if v.Kind == Slice {
		root, _ = split(v.Args[0])
	}
	obj := s.heap.at(root)
	switch {
	case obj != nil && root.Kind == Obj:
		return r.tuple(v, r.load(s.heap, root, ir.Struct))
	case obj == nil && root.Kind != Func:
		return v
	}
	// Of what came from outside, and of what a function captured, only which item was
	// picked tells attempts apart; counters change with each.
	snap := []*Term{v}
	if obj != nil {
		snap = append(snap, obj.items()...)
	}
	if root.Kind == Func {
		for _, capture := range root.Args {
			if held := s.heap.at(capture.plain()); held != nil {
				snap = append(snap, held.items()...)
			}
		}
	}
	if len(snap) == 1 {
		return v
	}
	return r.tuple(snap...)
}

// items returns the values in an object that tell which item of several is meant.
func (o *object) items() []*Term {
	var items []*Term
	for _, p := range slices.Sorted(maps.Keys(o.values)) {
		if o.values[p].Mentions(isItem) {
			items = append(items, o.values[p])
		}
	}
	return items
}

// isItem reports whether t is an element of a collection, or what came out of an
// iterator or a channel.
func isItem(t *Term) bool {
	switch t.Kind {
	case Addr:
		return strings.Contains(t.Name, "[")
	case Sym:
		return strings.HasPrefix(t.Name, itemNext) || strings.HasPrefix(t.Name, itemReceived)
	}
	return false
}

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
					if !onlyWaits(in.Callee.Func) && in != l.Attempt {
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

// key identifies what the rounds to come depend on: some registers, memory and the
// clock.
func (s *state) key(rel []ir.Operand, block, at int) digest {
	var d digest
	d.add(uint64(block)<<32 | uint64(at))
	for _, x := range rel {
		d.addTerm(s.frames[0].regs[x])
	}
	s.heap.digest(&d, func(*Term) bool { return true }, false)
	if s.readsClock {
		d.add(uint64(s.clock))
	}
	return d
}

// GivesFunction reports whether a function is among the arguments, or within
// what they hold.
func (e *Entry) GivesFunction() bool {
	for _, a := range e.Args {
		if a != nil && a.Mentions(func(t *Term) bool { return t.Kind == Func }) {
			return true
		}
	}
	return false
}

// Functions returns the names of the functions among the arguments.
func (e *Entry) Functions() []string {
	var names []string
	for _, a := range e.Args {
		if a != nil && a.Kind == Func {
			names = append(names, a.Name)
		}
	}
	return names
}

// Callee takes the function value that a call calls off its arguments and returns
// the function's name, "" if it is not known; what the value captures goes behind
// the arguments.
func (e *Entry) Callee() string {
	if len(e.Args) == 0 || e.Args[0] == nil || e.Args[0].Kind != Func {
		return ""
	}
	fn := e.Args[0]
	e.Args = append(e.Args[1:], fn.Args...)
	return fn.Name
}
