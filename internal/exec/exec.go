package exec

import (
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/answer"
	"github.com/retrylint/retrylint/internal/ir"
)

// Limits on one run. A run that meets one has no result: that is "cannot tell".
const (
	maxTotal    = 5_000_000 // instructions over all runs of a package
	maxShare    = 300_000   // of these, instructions for one function
	maxSteps    = 40_000    // instructions over all ways of one run
	maxWays     = 1_100     // ways that wait to be looked at
	maxDepth    = 5         // calls that are followed, one within the other
	maxWithin   = 2         // calls of a function from within itself that are followed
	maxFollowed = 150       // instructions of a function that is followed
	maxVisits   = 40        // visits of one block of a function that is followed
	maxAttempts = 1_000     // attempts on one way; more are called unbounded
)

// Resolver finds the bodies of functions.
type Resolver interface {
	// Body returns the body of a function, nil if there is none in sight. remote
	// says that a call of it reaches another process: such calls are assumed to
	// succeed.
	Body(name string) (body *ir.Func, remote bool)
	// Has reports whether there is a body for a function of a package.
	Has(name, pkg string) bool
	// Mark says how a function that has no body marks the error that it is given for
	// a retrier.
	Mark(name string) Mark
	// Standard reports whether a package belongs to the standard library.
	Standard(pkg string) bool
	// HoldsStatus reports whether an error of a type, given its full name, may hold a status:
	// a type that is in sight and has no number does not.
	HoldsStatus(typ string) bool
	// MayWait reports whether a call that is not followed may block for a while.
	MayWait(c *ir.Callee) bool
	// Init returns the function that initializes the package variables, nil if
	// there is none, and the names of the variables that nothing else assigns.
	Init() (init *ir.Func, fixed map[string]bool)
	// Variables returns a function that sets package variables of another package to what
	// they are declared with and keep, nil if nothing is known of them.
	Variables(pkg string) *ir.Func
}

// errorSym names the leaf that stands for the error of a failed attempt, resultSym
// begins the names of those that stand for other results.
const (
	errorSym  = "err"
	resultSym = "result"
)

// Cond is a condition that was not known and that a way assumes.
type Cond struct {
	Term  *Term
	Holds bool
	// Pos is where the condition stands in the source, and Taken whether it holds
	// as it is written there: Term may be its opposite.
	Pos   token.Pos
	Taken bool
	// Exit says that one of the branches leaves the loop.
	Exit bool
	// Decided says that the status or code of the answer decides it, see [Ask].
	Decided bool
	// AfterEnd says that the end of a caller's context was seen before in the round.
	AfterEnd bool
}

// Pause is one wait on a way.
type Pause struct {
	// Dur is the duration, nil if something else than time is waited for.
	Dur *Term
	// Pos is where the duration is given.
	Pos token.Pos
	// Site identifies the waiting instruction and the calls around it.
	Site string
	// Ends are the channels that end the wait early; the end of a context is one, see
	// [Term.DoneOf].
	Ends []*Term
	// Scheduled says that nobody blocks: a timer calls the next attempt.
	Scheduled bool
	// Ticks says that it is a ticker that is waited for.
	Ticks bool
}

// Round is what happens from one failed attempt to the next.
type Round struct {
	Pauses []Pause
	Conds  []Cond
	// Calls are the calls that were not followed.
	Calls []*ir.Instr
	// Args are the arguments of the attempt that ends the round.
	Args []*Term
	// MayWait says that a call in between may have waited.
	MayWait bool
	// SawEnd says that the end of a caller's context was seen in between.
	SawEnd bool
	// changed says that a call in between left the standard library.
	changed bool
	// Answers are those with which the round is taken, if the run asks for them.
	Answers answer.Set
	// Called are the names of all that was called, followed or not, if the run asks for
	// answers: of functions and methods the full names, else that of the field or variable.
	Called []string
	// Despite says that the attempt failed, and that the round is taken all the same because
	// of what came beside the error, which nobody looked at: by convention nothing comes.
	Despite bool
	// over is the channel of a timer from before the loop that went off, nil if none did.
	over *Term
}

// End says how a way ended.
type End uint8

// The ends of a way.
const (
	Left    End = iota // the loop was left
	Repeats            // the state came back: it goes on for ever
	Endless            // no end within the attempts looked at
	Hole               // the end depends on a number that is not known
	Tired              // it cost too much to see the end
)

// Exit is the branch on which a way left the loop.
type Exit struct {
	// Known says that its condition was computed and not assumed.
	Known bool
	// Pos is where the condition stands, and Taken whether it holds as written.
	Pos   token.Pos
	Taken bool
}

// Way is one way through the loop.
type Way struct {
	// Attempts is the number of attempts, the first included.
	Attempts int
	// FirstArgs are the arguments of the first attempt.
	FirstArgs []*Term
	// Context is the context that the last attempt was given, nil if there is none in
	// sight.
	Context *Term
	Rounds  []Round
	End     End
	// Clock says that the time decided when to stop; Limit is the time that was
	// allowed, in nanoseconds, 0 if it is not known.
	Clock bool
	Limit int64
	// Until is when a context ends that was made for all attempts together and whose end
	// was looked at, nil if there is none or that is known; see [Term.Allowed].
	Until *Term
	// Guarded says that staying in the loop was decided by a call or a value that
	// could not be followed and may be a budget.
	Guarded bool
	// guards are the conditions that may have decided so.
	guards []*Term
	// Holes are the unknown numbers that a counter was compared with.
	Holes []*Term
	// Last are the pauses and conditions after the last attempt.
	Last Round
	// Exit is where the loop was left.
	Exit Exit
	// Guess says that the name of a function was believed on the way, if the run asks
	// for answers.
	Guess bool
	// Asks are all statuses or all codes, if a branch on the way asked for one.
	Asks answer.Set
}

type frame struct {
	fn     *ir.Func
	regs   []*Term
	block  int
	prev   int
	at     int
	dst    ir.Operand
	site   string
	visits map[int]int
	// goroutine says that the frame is the outermost of a goroutine, and delay how
	// long that has waited.
	goroutine bool
	delay     *Term
	// branches is the number of unknown branches taken since the call, forks what
	// the run counted before it.
	branches, forks int
	// guessed says that it is not known how often a loop in it goes round.
	guessed bool
	// flag is one more than the index of the result that says what kind of error the
	// function was given, if it was given none; 0 for all others.
	flag int
	// deferred are the calls that are made before the function returns, the last first.
	deferred []deferral
}

func (f *frame) clone() *frame {
	g := *f
	g.regs = slices.Clone(f.regs)
	g.visits = maps.Clone(f.visits)
	return &g
}

// state is one run up to some point.
type state struct {
	frames  []*frame
	heap    heap
	clock   int64
	clockOK bool
	assumed map[*Term]bool

	// self are the parameters of the outermost function.
	self []*Term

	way   Way
	round Round
	// past is the number of the history of rounds before this one.
	past int
	// arrived says that the loop was entered, started that an attempt was made.
	arrived, started bool
	// passed says that the head of the loop was passed since the last attempt.
	passed bool
	// repeats says that an attempt was made in the same state as one before.
	repeats bool
	// given says that the last attempt was given a context of the caller.
	given bool
	// guessed says that it is not known how often a loop before this one goes round.
	guessed bool
	// seen are the keys of the attempts so far.
	seen map[digest]bool
	// visits counts how often the outermost function came to a block since the
	// last attempt.
	visits map[int]int
	// streaks are the branches decided since the last attempt.
	streaks map[*ir.Instr]streak
	// clockSides are the decisions on the time so far.
	clockSides map[*ir.Instr]clockSide
	// readsClock says that the time was asked for.
	readsClock bool
	// branch is the last branch of the outermost function.
	branch Exit
	done   bool
	// answers are those with which the state is reached, if the run asks for them.
	answers answer.Set
}

// visit notes that the outermost function goes to a block; it returns false when
// it comes there again and again without an attempt.
func (s *state) visit(block int) bool {
	if s.visits == nil {
		s.visits = make(map[int]int)
	}
	s.visits[block]++
	return s.visits[block] <= maxVisits
}

// roundsBefore reports whether the outermost function goes round a loop before the one that
// is looked at.
func (s *state) roundsBefore() bool { return !s.started && s.visits[s.frames[0].block] > 1 }

// isLengthGuessed reports whether what a function puts together in a loop would have a length
// that only says how often the loop was tried.
func (s *state) isLengthGuessed(f *frame) bool {
	return s.guessed && s.roundsBefore() || f.guessed && f.visits[f.block] > 1
}

func (s *state) clone() *state {
	t := *s
	t.frames = make([]*frame, len(s.frames))
	for i, f := range s.frames {
		t.frames[i] = f.clone()
	}
	t.heap = s.heap.clone()
	t.assumed = maps.Clone(s.assumed)
	t.seen = maps.Clone(s.seen)
	t.visits = maps.Clone(s.visits)
	t.streaks = maps.Clone(s.streaks)
	t.clockSides = maps.Clone(s.clockSides)
	// Rounds are never changed, only followed by others.
	t.way.Rounds = slices.Clip(s.way.Rounds)
	t.way.Holes = slices.Clone(s.way.Holes)
	t.round.Pauses = slices.Clone(s.round.Pauses)
	t.round.Conds = slices.Clone(s.round.Conds)
	t.round.Calls = slices.Clone(s.round.Calls)
	t.round.Called = slices.Clone(s.round.Called)
	return &t
}

func (s *state) top() *frame { return s.frames[len(s.frames)-1] }

// Machine runs the functions of one package.
type Machine struct {
	*terms
	resolve Resolver
	globals map[*Term]*object
	// asked are the packages whose variables were asked for.
	asked map[string]bool
	// tangled are the functions that are not followed because of their many branches.
	tangled map[string]bool
	// tangledAsked are those of runs that tell answers apart, where fewer branches are
	// unknown.
	tangledAsked map[string]bool
	// left are functions that are not followed within another, because its loops are too
	// large with them.
	left map[*ir.Func]map[string]bool
	// narrow are the heads of loops that are too large to look at with all ways to arrive.
	narrow map[point]bool
	// methods are the names of the methods of types, see ir.Instr.
	methods map[string]string
	// printers are functions, and whether they change nothing, see run.onlyPrints.
	printers map[*ir.Func]bool
	// liveIn and liveAt are the live registers of functions, and at places in them.
	liveIn map[*ir.Func]*ir.Live
	liveAt map[point][]ir.Operand
	// budget is the number of instructions that are left to the function at hand,
	// reserve what is left to the others.
	budget, reserve int
}

// NewMachine returns a machine that finds bodies through r.
func NewMachine(r Resolver) *Machine {
	return &Machine{
		terms: newTerms(), resolve: r, asked: make(map[string]bool), tangled: make(map[string]bool), tangledAsked: make(map[string]bool), left: make(map[*ir.Func]map[string]bool), narrow: make(map[point]bool), methods: make(map[string]string), budget: maxShare, reserve: maxTotal - maxShare,
		printers: make(map[*ir.Func]bool), liveIn: make(map[*ir.Func]*ir.Live), liveAt: make(map[point][]ir.Operand),
	}
}

// Share gives the next function its part of the budget, so that one that is too
// large leaves enough for those after it.
func (m *Machine) Share() {
	m.reserve += max(m.budget, 0)
	m.budget = min(m.reserve, maxShare)
	m.reserve -= m.budget
}

// initialized runs the initialization of the package, once.
func (m *Machine) initialized() map[*Term]*object {
	if m.globals != nil {
		return m.globals
	}
	m.globals = make(map[*Term]*object)
	init, fixed := m.resolve.Init()
	if init == nil {
		return m.globals
	}
	m.initialize(init, func(name string) bool { return fixed[name] })
	return m.globals
}

// initialize runs a function that initializes package variables, and keeps what it leaves
// in those that are fixed.
func (m *Machine) initialize(init *ir.Func, fixed func(name string) bool) {
	r := newRun(m)
	r.enter = func(s *state, _, to int) bool { return s.visit(to) }
	r.returned = func(s *state, _ []*Term) {
		for root, obj := range s.heap.objects {
			if root.Kind == Obj || root.Kind == Sym && len(root.Name) > 1 && fixed(root.Name[1:]) {
				m.globals[root] = obj
			}
		}
	}
	r.explore(m.newState(newFrame(init, nil, ir.NoOperand, "")))
}

// variable returns the address of a package variable. What another package sets its
// variables to is looked up when the first of them is met.
func (m *Machine) variable(c ir.Const) *Term {
	if !m.asked[c.Pkg] {
		m.asked[c.Pkg] = true
		if init := m.resolve.Variables(c.Pkg); init != nil {
			m.initialize(init, func(string) bool { return true })
		}
	}
	return m.intern(Term{Kind: Sym, Name: "&" + c.Str, NonNil: true})
}

func (m *Machine) newState(f *frame) *state {
	return &state{
		frames:  []*frame{f},
		heap:    heap{objects: make(map[*Term]*object), globals: m.globals},
		clockOK: true,
		assumed: make(map[*Term]bool),
	}
}

// run is one exploration.
type run struct {
	*Machine
	steps int
	work  []*state
	// subst gives unknown numbers a value.
	subst map[*Term]*Term
	// isAttempt tells the attempt; attempted is called instead of executing it.
	isAttempt func(*state, *ir.Instr) bool
	attempted func(*state, *ir.Instr) bool
	// left are those of Machine.left that count here.
	left map[string]bool
	// into names functions that are followed although they reach another process.
	into map[string]bool
	// self is the outermost function, if a call of it is to start it over.
	self string
	// exits are the branches of the outermost function that may leave the loop.
	exits map[*ir.Instr]bool
	// enter is called when the outermost function goes to a block.
	enter func(s *state, from, to int) bool
	// returned is called when the outermost function ends.
	returned func(s *state, results []*Term)
	// inside limits the exploration to some blocks of the outermost function.
	inside func(block int) bool
	gaveUp bool
	// cut says that some ways were not looked at to their end, although the answer may lead
	// down them.
	cut bool
	// succeeds says that attempts do.
	succeeds bool
	// cancelled says that the contexts of callers are over.
	cancelled bool
	// doubtful says that calls before the loop may have failed.
	doubtful bool
	// tangle is a function that was followed and is too tangled for that.
	tangle string
	// forks counts the branches taken both ways, forked those of functions that are
	// followed, with what they call.
	forks  int
	forked map[string]int
	// joined are the places where branches met, and what the states were there.
	joined map[digest]bool
	// draws is what was drawn.
	draws map[drawing]*Term
	// ask says which answers are told apart, nil if none are; parted are the sides of
	// the conditions so far.
	ask    *Ask
	parted map[*Term]sides
	// caller is the package of the function that makes the attempts.
	caller string
	// foreign says that the attempt is a function of another package than the one around it.
	foreign bool
	// absent is as in [Loop].
	absent int32
}

func newRun(m *Machine) *run {
	return &run{Machine: m, forked: make(map[string]int), joined: make(map[digest]bool), draws: make(map[drawing]*Term)}
}

// explore runs all states to their end.
func (r *run) explore(start ...*state) {
	r.work = append(r.work, start...)
	for len(r.work) > 0 {
		s := r.work[len(r.work)-1]
		r.work = r.work[:len(r.work)-1]
		for !s.done && r.step(s) {
		}
		if r.tangle != "" {
			r.work = nil
			return
		}
		if r.steps > maxSteps || r.budget <= 0 {
			r.gaveUp = true
			r.work = nil
			return
		}
	}
}

// fork takes a branch both ways: f changes the copy.
func (r *run) fork(s *state, f func(*state)) {
	if len(r.work) >= maxWays {
		// What leads to the loop is looked at as far as it goes.
		r.gaveUp = r.gaveUp || s.arrived
		return
	}
	r.forks++
	if f := r.followed(s); f != nil {
		r.forked[f.fn.Name]++
	}
	t := s.clone()
	f(t)
	r.work = append(r.work, t)
}

func (r *run) operand(f *frame, x ir.Operand) *Term {
	if x > 0 {
		if v := f.regs[x]; v != nil {
			return v
		}
		// A register that was set before the point where the run began.
		return r.sym(fmt.Sprintf("%s#%d", f.fn.Name, x))
	}
	if x == ir.NoOperand {
		return nil
	}
	return r.constant(f.fn.Const(x))
}

func (r *run) constant(c ir.Const) *Term {
	switch c.Kind {
	case ir.Int:
		return r.int(c.Int)
	case ir.Float:
		return r.float(c.Float)
	case ir.Bool:
		return r.bool(c.Int != 0)
	case ir.String:
		return r.intern(Term{Kind: Str, Name: c.Str})
	case ir.Struct:
		return r.intern(Term{Kind: Zero})
	case ir.FuncRef:
		return r.intern(Term{Kind: Func, Name: c.Str})
	case ir.GlobalRef:
		return r.variable(c)
	}
	return r.nil()
}

// step executes one instruction; it returns false when the state is done.
func (r *run) step(s *state) bool {
	r.steps++
	r.budget--
	if r.steps > maxSteps || r.budget <= 0 {
		return false
	}
	f := s.top()
	in := &f.fn.Blocks[f.block].Instrs[f.at]
	f.at++
	if r.isAttempt != nil && r.isAttempt(s, in) {
		return r.attempted(s, in)
	}
	arg := func(i int) *Term { return r.operand(f, in.X[i]) }
	set := func(v *Term) bool {
		if in.Dst != ir.NoOperand {
			f.regs[in.Dst] = v
		}
		return true
	}
	switch in.Op {
	case ir.Phi:
		return r.phis(s, f)
	case ir.Binary:
		return set(r.binary(in.Name, r.known(arg(0)), r.known(arg(1))))
	case ir.Not:
		return set(r.not(r.assume(s, arg(0))))
	case ir.Neg:
		return set(r.binary("-", r.int(0), arg(0)))
	case ir.Load:
		return set(r.unfailed(in, r.load(s.heap, arg(0), in.Zero)))
	case ir.Store:
		s.heap.store(arg(0), arg(1))
	case ir.MapUpdate:
		s.heap.store(r.indexAddr(arg(0), arg(1)), arg(2))
	case ir.Alloc:
		// The same allocation in the next round is the same object, emptied: what
		// is made anew each time does not make the rounds differ.
		return set(r.allocate(s, f, in, &object{}))
	case ir.FieldAddr:
		return set(r.addr(arg(0), "."+in.Name))
	case ir.Field:
		return set(r.unfailed(in, r.zeroAs(r.project(arg(0), "."+in.Name), in.Zero)))
	case ir.IndexAddr:
		return set(r.indexAddr(arg(0), arg(1)))
	case ir.Index:
		return set(r.zeroAs(r.project(arg(0), "["+arg(1).String()+"]"), in.Zero))
	case ir.Lookup:
		v, has := r.table(s, arg(0), arg(1))
		if v == nil {
			v, has = r.app(opLookup, arg(0), arg(1)), r.app("has", arg(0), arg(1))
			if s.arrived {
				again := *v
				again.Int, again.id = 1, 0
				v = r.intern(again)
			}
		}
		if in.CommaOK {
			v = r.tuple(v, has)
		}
		return set(v)
	case ir.Call:
		return r.call(s, f, in)
	case ir.Go:
		return r.spawn(s, f, in)
	case ir.Send:
		r.send(s, arg(0), arg(1))
	case ir.Defer:
		r.deferCall(f, in)
	case ir.RunDefers:
		r.runDeferred(s, f)
	case ir.Closure:
		captures := make([]*Term, len(in.X))
		for i := range in.X {
			captures[i] = arg(i)
		}
		return set(r.intern(Term{Kind: Func, Name: in.Name, Args: captures, NonNil: true}))
	case ir.Extract:
		return set(r.extract(arg(0), int(in.N)))
	case ir.Convert:
		return set(r.convert(in, arg(0)))
	case ir.Assert:
		v := arg(0)
		is := r.app(asksType(in.Name, in.Interface), v)
		switch {
		case v.Type == in.Name:
			is = r.bool(true)
		case v.Type != "" && !in.Interface, v.Kind == Nil:
			is = r.bool(false)
		case v.Type != "" && in.Methods != "" && r.methods[v.Type] != "":
			is = r.bool(implements(r.methods[v.Type], in.Methods))
		}
		if r.ask != nil && isLeaf(v) {
			v = r.as(v, in.Name)
		}
		if in.CommaOK {
			v = r.tuple(v, is)
		}
		return set(v)
	case ir.Slice:
		return set(r.slice(s, f, in))
	case ir.Make:
		obj := r.allocate(s, f, in, &object{})
		if len(in.X) > 0 {
			if n := arg(0); n.Kind == Int {
				return set(r.intern(Term{Kind: Slice, Args: []*Term{obj}, Int: n.Int}))
			}
		}
		return set(obj)
	case ir.Receive:
		return r.receive(s, f, in)
	case ir.Select:
		return r.selects(s, f, in)
	case ir.RangeOver:
		return set(r.app("range", arg(0)))
	case ir.Next:
		item := r.item(s, f, in, itemNext)
		return set(r.tuple(r.item(s, f, in, itemMore), item, item))
	case ir.Return:
		results := make([]*Term, len(in.X))
		for i := range in.X {
			results[i] = arg(i)
		}
		return r.ret(s, results)
	case ir.Jump:
		return r.goTo(s, f, int(f.fn.Blocks[f.block].Succs[0]))
	case ir.If:
		return r.branch(s, f, in)
	case ir.Panic:
		return s.block()
	default:
		return set(r.item(s, f, in, "?"))
	}
	return true
}

// unfailed returns what is read; of the answer of an attempt that succeeds, an error is nil.
func (r *run) unfailed(in *ir.Instr, v *Term) *Term {
	if r.succeeds && in.Type == "error" && v.Outcome && v.Kind == App && (v.Name == opLoad || v.Field() != "") {
		return r.nil()
	}
	return v
}

// The beginnings of the names of what is different each time: an item of an iterator,
// one out of a channel, and whether there was one.
const (
	itemNext     = "next "
	itemReceived = "received "
	itemMore     = "more "
)

// item returns what comes next from something that gives another value each time:
// a channel, an iterator. Within a round it is the same at one place, so that ways
// that differ in nothing else meet again.
func (r *run) item(s *state, f *frame, in *ir.Instr, name string) *Term {
	return r.intern(Term{Kind: Sym, Name: fmt.Sprintf("%s%s%s.%d", name, f.fn.Name, f.site, in.Dst), Int: int64(s.way.Attempts)})
}

// allocate returns the address of the object that an instruction makes.
func (r *run) allocate(s *state, f *frame, in *ir.Instr, obj *object) *Term {
	addr := r.intern(Term{Kind: Obj, Name: fmt.Sprintf("%s#%d", f.fn.Name+f.site, in.Dst)})
	s.heap.objects[addr] = obj
	return addr
}

// phis sets all phis at the head of a block at once.
func (r *run) phis(s *state, f *frame) bool {
	block := &f.fn.Blocks[f.block]
	edge := slices.Index(block.Preds, int32(f.prev))
	f.at--
	var vals []*Term
	first := f.at
	for ; block.Instrs[f.at].Op == ir.Phi; f.at++ {
		if edge < 0 {
			vals = append(vals, r.sym(fmt.Sprintf("%s#%d", f.fn.Name, block.Instrs[f.at].Dst)))
			continue
		}
		vals = append(vals, r.operand(f, block.Instrs[f.at].X[edge]))
	}
	for i, v := range vals {
		f.regs[block.Instrs[first+i].Dst] = v
	}
	return true
}

// known replaces an unknown number by the value that this run gives it.
func (r *run) known(v *Term) *Term {
	if c, ok := r.subst[v]; ok {
		return c
	}
	return v
}

// assume replaces a condition by what was assumed of it before.
func (r *run) assume(s *state, v *Term) *Term {
	if holds, ok := s.assumed[v]; ok {
		return r.bool(holds)
	}
	if v.Kind == App && v.Name == "!" {
		if holds, ok := s.assumed[v.Args[0]]; ok {
			return r.bool(!holds)
		}
	}
	return v
}

// WrappedIndex is how the path of an item ends whose index is taken modulo something.
const WrappedIndex = "[…%]"

func (r *run) indexAddr(base, i *Term) *Term {
	if base.Kind == Slice && i.Kind == Int {
		root, path := split(base.Args[0])
		return r.pathAddr(root, path+"["+fmt.Sprint(i.Int)+"]")
	}
	root := base
	if base.Kind == Slice {
		root = base.Args[0]
	}
	if i.Kind == Int {
		return r.addr(root, "["+fmt.Sprint(i.Int)+"]")
	}
	if i.Kind == App && i.Name == "%" {
		// An index modulo the length comes back to the same item.
		return r.addr(root, WrappedIndex)
	}
	text := i.String()
	if len(text) > maxIndexText {
		// It may name an item itself, whose index names another: each text twice as long.
		text = "…"
	}
	return r.addr(root, fmt.Sprintf("[%s#%d]", text, i.id))
}

// maxIndexText is the number of bytes of the text of an index that the path of an item keeps;
// a longer one says nothing to anybody.
const maxIndexText = 80

func (r *run) slice(s *state, f *frame, in *ir.Instr) *Term {
	base, lo, hi := r.operand(f, in.X[0]), r.operand(f, in.X[1]), r.operand(f, in.X[2])
	switch {
	case lo == nil && hi == nil && base.Kind == Obj:
		if n := arrayLen(f.fn, in.X[0]); n >= 0 {
			return r.intern(Term{Kind: Slice, Args: []*Term{base}, Int: n})
		}
	case lo == nil && hi == nil:
		return base
	}
	args := []*Term{base}
	for _, x := range []*Term{lo, hi} {
		if x == nil {
			x = r.nil()
		}
		args = append(args, x)
	}
	return r.app("slice", args...)
}

// arrayLen returns the length of the array that register x was allocated as.
func arrayLen(fn *ir.Func, x ir.Operand) int64 {
	if made := definition(fn, x); made != nil && made.Op == ir.Alloc {
		return int64(made.N)
	}
	return -1
}

func (r *run) extract(t *Term, n int) *Term {
	if t.Kind == Tuple && n < len(t.Args) {
		return t.Args[n]
	}
	return r.intern(Term{Kind: App, Name: opExtract, Int: int64(n), Args: []*Term{t}, Outcome: t.Outcome, Call: t.Call, Clock: t.Clock})
}

func (r *run) convert(in *ir.Instr, v *Term) *Term {
	switch in.Name {
	case "int":
		return r.toInt(v)
	case "float":
		return r.toFloat(v)
	case "interface":
		// Whatever is wrapped, the interface value itself is not nil.
		r.methods[in.Type] = in.Methods
		wrapped := *v.plain()
		wrapped.NonNil, wrapped.Type, wrapped.bare = true, in.Type, v.plain()
		return r.intern(wrapped)
	}
	return v
}

// implements reports whether a type with some methods has those that an interface
// asks for, as far as names tell.
func implements(has, wants string) bool {
	for name := range strings.FieldsSeq(wants) {
		if !slices.Contains(strings.Fields(has), name) {
			return false
		}
	}
	return true
}

// goTo continues at a block.
func (r *run) goTo(s *state, f *frame, to int) bool {
	from := f.block
	f.prev, f.block, f.at = from, to, 0
	if len(f.fn.Blocks[to].Preds) > 1 && r.forks > 0 && !r.joins(s) {
		return false
	}
	if len(s.frames) == 1 {
		return r.enter == nil || r.enter(s, from, to)
	}
	f.visits[to]++
	if f.visits[to] > maxVisits {
		r.cut = true
		return s.block()
	}
	return true
}

// branch takes an If.
func (r *run) branch(s *state, f *frame, in *ir.Instr) bool {
	succs := f.fn.Blocks[f.block].Succs
	cond := r.assume(s, r.operand(f, in.X[0]))
	if len(s.frames) == 1 {
		s.branch = Exit{Known: cond.Kind == Bool, Pos: in.Pos, Taken: cond.Kind == Bool && cond.Int != 0}
	}
	if cond.Kind == Bool {
		if cond.Clock {
			s.looksAtClock(in, cond)
		}
		return r.goTo(s, f, int(succs[1-cond.Int]))
	}
	if p, ok := r.parts(s, cond); ok {
		return r.takeParts(s, f, in, cond, p)
	}
	if side, ok := s.tired(in); ok && !isOneOf(cond) {
		// A loop within, over what is not known, shows nothing new by going on.
		r.cut = r.cut || cond.Outcome
		r.decide(s, cond, side, in)
		return r.goTo(s, f, int(succs[choice(side)]))
	}
	outermost := len(s.frames) == 1
	switch {
	case outermost && s.roundsBefore():
		s.guessed = true
	case !outermost && !s.arrived && f.visits[f.block] > 1:
		f.guessed = true
	}
	if !outermost && r.tangles(s) {
		return false
	}
	canTake := func(to int32) bool { return !outermost || r.inside == nil || r.inside(int(to)) }
	take := func(s *state, f *frame, holds bool) bool {
		r.decide(s, cond, holds, in)
		s.note(in, holds)
		return r.goTo(s, f, int(succs[choice(holds)]))
	}
	if canTake(succs[1]) {
		r.fork(s, func(t *state) { t.done = !take(t, t.top(), false) })
	}
	return canTake(succs[0]) && take(s, f, true)
}

// clockSide is how a branch on the time went, and the time it was first held against,
// -1 if that is not known.
type clockSide struct {
	holds bool
	limit int64
}

// looksAtClock notes what a branch on the time decides. It bounds the loop only if
// that changes as time goes by.
func (s *state) looksAtClock(in *ir.Instr, cond *Term) {
	holds := cond.Int != 0
	side, ok := s.clockSides[in]
	if !ok {
		side.limit = -1
		if len(cond.Args) == 1 && cond.Args[0].Kind == Int {
			side.limit = cond.Args[0].Int
		}
	} else if side.holds != holds && !s.way.Clock {
		s.way.Clock = true
		s.way.Limit = max(side.limit, 0)
	}
	if s.clockSides == nil {
		s.clockSides = make(map[*ir.Instr]clockSide)
	}
	side.holds = holds
	s.clockSides[in] = side
}

// maxBranches is the number of unknown branches on one way through a function that
// is followed.
const maxBranches = 8

// tangles counts a branch in a function that is followed, and reports whether it
// has too many. A function on the way to the attempt has as many as it wants, and what it
// calls is counted by itself.
func (r *run) tangles(s *state) bool {
	f := r.followed(s)
	if f == nil {
		return false
	}
	f.branches++
	if f.branches <= maxBranches || r.isTangled(f.fn.Name) {
		return false
	}
	r.tangle = f.fn.Name
	return true
}

// followed returns the outermost function that is followed without being on the way to the
// attempt, nil if a state is in none.
func (r *run) followed(s *state) *frame {
	for _, f := range s.frames[1:] {
		if !r.into[f.fn.Name] {
			return f
		}
	}
	return nil
}

// choice returns the successor that an If goes to.
func choice(holds bool) int {
	if holds {
		return 0
	}
	return 1
}

// maxAlike is how often in a row a state decides an unknown branch alike between
// two attempts.
const maxAlike = 3

// streak counts how often in a row a branch was decided alike.
type streak struct {
	holds bool
	n     int
}

func (s *state) note(in *ir.Instr, holds bool) {
	if s.streaks == nil {
		s.streaks = make(map[*ir.Instr]streak)
	}
	k := s.streaks[in]
	if k.holds != holds {
		k = streak{holds: holds}
	}
	k.n++
	s.streaks[in] = k
}

// tired returns the other side of a branch that was decided alike too often.
func (s *state) tired(in *ir.Instr) (side, ok bool) {
	k := s.streaks[in]
	return !k.holds, k.n >= maxAlike
}

// isOneOf reports whether a condition holds something against a known number: in a loop,
// against one of a list after the other.
func isOneOf(cond *Term) bool {
	return cond.Kind == App && cond.Name == "==" && slices.ContainsFunc(cond.Args, func(t *Term) bool { return t.Kind == Int })
}

// decide notes that a state assumes a condition.
func (r *run) decide(s *state, cond *Term, holds bool, in *ir.Instr) {
	base := cond
	value := holds
	if cond.Kind == App && cond.Name == "!" {
		base, value = cond.Args[0], !holds
	}
	s.assumed[base] = value
	if s.started {
		s.round.Conds = append(s.round.Conds, Cond{
			Term: base, Holds: value, Pos: in.Pos, Taken: holds, Exit: r.exits[in], AfterEnd: s.round.SawEnd,
		})
	}
	if hole := counted(base); hole != nil && !slices.Contains(s.way.Holes, hole) {
		s.way.Holes = append(s.way.Holes, hole)
	}
	if s.started && (base.Clock || mayBeBudget(base)) {
		s.way.guards = append(slices.Clip(s.way.guards), base)
	}
}

// counted returns the unknown number that a known number is compared with, nil
// if cond is no such comparison.
func counted(cond *Term) *Term {
	if cond.Kind != App || len(cond.Args) != 2 || cond.Name != "<" && cond.Name != "==" {
		return nil
	}
	x, y := cond.Args[0], cond.Args[1]
	if y.Kind == Int {
		x, y = y, x
	}
	if x.Kind != Int || y.Outcome || y.Clock {
		return nil
	}
	// What arithmetic was done on the unknown number is done again on the value
	// that it is given.
	for y.Kind == App && len(y.Args) == 2 && !isWord(y.Name) {
		switch {
		case y.Args[1].Kind == Int:
			y = y.Args[0]
		case y.Args[0].Kind == Int:
			y = y.Args[1]
		default:
			return nil
		}
	}
	return y
}

// mayBeBudget reports whether a condition asks something that may count along:
// a call that could not be followed, or what such a call may have changed.
func mayBeBudget(cond *Term) bool {
	if cond.Outcome {
		// A judgement on the answer, not on how often it came.
		return false
	}
	if cond.Kind == App && cond.Name == "<" && counted(cond) == nil && slices.ContainsFunc(cond.Args, func(t *Term) bool { return t.Kind == Int }) {
		// A count that is compared with more than one unknown number.
		return true
	}
	return cond.Mentions(func(t *Term) bool { return t.Call })
}

// ret leaves a function.
func (r *run) ret(s *state, results []*Term) bool {
	f := s.top()
	s.frames = s.frames[:len(s.frames)-1]
	if len(s.frames) == 0 {
		if r.returned != nil {
			r.returned(s, results)
		}
		return false
	}
	if i := f.flag - 1; i >= 0 && i < len(results) && results[i].Kind != Bool {
		// There is no fault in no error, as far as the function could be followed.
		results[i] = r.bool(false)
	}
	if f.dst != ir.NoOperand {
		v := r.nil()
		switch len(results) {
		case 0:
		case 1:
			v = results[0]
		default:
			v = r.tuple(results...)
		}
		s.top().regs[f.dst] = v
	}
	return r.forks == f.forks || r.joins(s)
}

// push enters a function.
func (r *run) push(s *state, f *frame) {
	f.forks = r.forks
	s.frames = append(s.frames, f)
}

// callSite identifies the call that a frame is at, and the calls around it.
func (f *frame) callSite() string { return fmt.Sprintf("%s/%d.%d", f.site, f.block, f.at) }

// newFrame prepares a call of fn.
func newFrame(fn *ir.Func, args []*Term, dst ir.Operand, site string) *frame {
	f := &frame{fn: fn, regs: make([]*Term, fn.Regs+1), dst: dst, site: site, prev: -1, visits: make(map[int]int)}
	copy(f.regs[1:], args)
	return f
}

// Number returns the term of a known number.
func (m *Machine) Number(n int64) *Term { return m.int(n) }
