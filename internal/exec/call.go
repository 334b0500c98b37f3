package exec

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/retrylint/retrylint/internal/ir"
)

// call executes a call other than the attempt.
func (r *run) call(s *state, f *frame, in *ir.Instr) bool {
	args := make([]*Term, len(in.X))
	for i, x := range in.X {
		args[i] = r.operand(f, x)
	}
	name, captures := in.Callee.Func, 0
	switch {
	case in.Name == "closure":
		captures = 1
		args = append(append([]*Term(nil), args[0].Args...), args[1:]...)
	case name == "" && in.Callee.Method == "" && args[0].Kind == Func:
		name = args[0].Name
		args = append(append([]*Term(nil), args[0].Args...), args[1:]...)
		captures = 1
	}
	set := func(v *Term) bool {
		if in.Dst != ir.NoOperand {
			f.regs[in.Dst] = v
		}
		return true
	}
	if name == "" {
		name = r.concrete(in.Callee.Method, args)
	}
	name = cmp.Or(standardName[name], name)
	if r.ask != nil && s.started {
		called := name
		if called == "" {
			called = cmp.Or(args[0].Field(), args[0].String())
		}
		s.round.Called = append(s.round.Called, called)
	}
	if len(args) < takes[name] {
		return set(r.opaque(s, in, name, args))
	}
	if name == r.self && name != "" {
		return r.startOver(s, args)
	}
	if name == "time.AfterFunc" && r.self != "" && args[1].Kind == Func {
		// Whatever the timer calls is done after the wait; what comes after the call
		// here does not matter any more.
		r.pause(s, f, in, args[0])
		s.schedules()
		return r.invoke(s, f, in, args[1].Name, args[1].Args)
	}
	if v, ok := r.askedCall(s, in, name, args); ok {
		return set(v)
	}
	if v, ok := r.madeError(s, in, name, args); ok {
		return set(v)
	}
	if body := r.searches(name, args); body != nil {
		r.push(s, newFrame(body, args, in.Dst, f.callSite()))
		return true
	}
	if v, ok := r.standard(s, f, in, name, args); ok {
		return set(v)
	}
	if body := r.follow(s, name); body != nil {
		if captures > 0 {
			args = captured(body, args)
		}
		callee := newFrame(body, args, in.Dst, f.callSite())
		if findsFault(r.judged(s, in), name) {
			callee.flag = 1 + flagOf(in.Callee)
		}
		r.push(s, callee)
		return true
	}
	if mark := r.resolve.Mark(name); mark != "" {
		return set(r.marked(mark, args))
	}
	if v, ok := r.clock(s, f, in, args); ok {
		return set(v)
	}
	if name == "" && in.Callee.Method == "" {
		if body, captures := r.decorated(s, in, args[1:]); body != nil {
			r.push(s, newFrame(body, captured(body, captures), in.Dst, f.callSite()))
			return true
		}
	}
	return set(r.opaque(s, in, name, args))
}

// decorated returns the function among the arguments of a function value that is not
// known, if that looks like one that calls it once and returns what it returns: it is given
// one without parameters, and returns as much. It is nil if there is none.
func (r *run) decorated(s *state, in *ir.Instr, args []*Term) (body *ir.Func, captures []*Term) {
	for _, arg := range args {
		if arg.Kind != Func {
			continue
		}
		if body := r.follow(s, arg.Name); body != nil && len(body.Params) == 0 && body.Results() == int(in.Callee.Results) {
			return body, arg.Args
		}
	}
	return nil, nil
}

// clock executes a method of a clock that tests replace: what it is for is plain from
// what it takes and returns.
func (r *run) clock(s *state, f *frame, in *ir.Instr, args []*Term) (*Term, bool) {
	c := in.Callee
	if c.Method == "" || !c.Duration {
		return nil, false
	}
	d := args[len(args)-1]
	switch {
	case c.Timer:
		return r.timer(s, in, d), true
	case strings.HasSuffix(c.Method, ".Sleep") && c.Results == 0:
		r.pause(s, f, in, d)
		return r.nil(), true
	}
	return nil, false
}

// startOver leads a call of the outermost function from within back to its start.
func (r *run) startOver(s *state, args []*Term) bool {
	f := s.frames[0]
	s.frames = s.frames[:1]
	clear(f.regs)
	copy(f.regs[1:], args)
	s.self = slices.Clone(f.regs[1 : 1+len(f.fn.Params)])
	f.prev, f.block, f.at, f.deferred = -1, 0, 0, nil
	s.passed = true
	return s.started && s.visit(0)
}

// invoke executes a call of a function without arguments.
func (r *run) invoke(s *state, f *frame, in *ir.Instr, name string, captures []*Term) bool {
	if name == r.self {
		return r.startOver(s, captures)
	}
	body, _ := r.resolve.Body(name)
	if body == nil {
		return true
	}
	r.push(s, newFrame(body, captured(body, captures), ir.NoOperand, f.callSite()))
	return true
}

// concrete returns the method that a call of an interface method runs, and
// adapts the receiver; the interface method itself if that is not known.
func (r *run) concrete(method string, args []*Term) string {
	if method == "" || args[0].Type == "" {
		return method
	}
	typ, name := args[0].Type, method[strings.LastIndexByte(method, '.')+1:]
	pkg := strings.TrimPrefix(typ, "*")
	if i := strings.IndexByte(pkg, '['); i >= 0 {
		pkg = pkg[:i]
	}
	if i := strings.LastIndexByte(pkg, '.'); i >= 0 {
		pkg = pkg[:i]
	}
	if full := "(" + typ + ")." + name; r.resolve.Has(full, pkg) {
		return full
	}
	return method
}

// captured moves captures behind the parameters, where functions expect them.
func captured(fn *ir.Func, args []*Term) []*Term {
	n := len(fn.Captures)
	if n == 0 || n > len(args) {
		return args
	}
	return append(append([]*Term(nil), args[n:]...), args[:n]...)
}

// follow returns the body to execute for a call, nil if it is not followed.
func (r *run) follow(s *state, name string) *ir.Func {
	if name == "" || len(s.frames) > maxDepth {
		return nil
	}
	body, remote := r.resolve.Body(name)
	if body == nil || r.isTangled(name) && !r.into[name] || !r.into[name] && (remote || body.Size() > maxFollowed) {
		return nil
	}
	within := 0
	for _, f := range s.frames {
		if f.fn == body {
			within++
		}
	}
	if within > maxWithin {
		return nil
	}
	return body
}

// newError returns an error that a call makes. Two errors with the same text are two.
func (r *run) newError(in *ir.Instr, name string, args []*Term) *Term {
	t := Term{Kind: App, Name: name, Args: args, NonNil: true, Int: int64(in.Pos)}
	for _, a := range args {
		t.Outcome, t.Call = t.Outcome || a.Outcome, t.Call || a.Call
	}
	return r.intern(t)
}

// inUnits returns what a method of a duration returns that gives it in a unit.
func (r *run) inUnits(method string, d *Term) *Term {
	if d.Kind != Int {
		return r.app(method, d)
	}
	of := time.Duration(d.Int)
	switch method {
	case "(time.Duration).Microseconds":
		return r.int(of.Microseconds())
	case "(time.Duration).Milliseconds":
		return r.int(of.Milliseconds())
	case "(time.Duration).Seconds":
		return r.float(of.Seconds())
	case "(time.Duration).Minutes":
		return r.float(of.Minutes())
	}
	return r.float(of.Hours())
}

// opaque returns the result of a call that is not followed. Other operations
// than the attempt succeed: it is the attempt's failure that is looked at. Where the
// loop is not reached like that, those before it may have failed.
func (r *run) opaque(s *state, in *ir.Instr, name string, args []*Term) *Term {
	if s.started {
		s.round.Calls = append(s.round.Calls, in)
		s.round.MayWait = s.round.MayWait || r.resolve.MayWait(in.Callee)
		s.round.changed = s.round.changed || !r.resolve.Standard(in.Callee.Pkg)
	}
	judges := r.doubtful && !s.arrived
	for _, a := range args {
		judges = judges || a.Outcome
	}
	if name == "" {
		name = "call"
	}
	given := make([]*Term, len(args))
	for i, a := range args {
		given[i] = r.snapshot(s, a)
	}
	result := r.app(name, given...)
	changed := args
	switch {
	case r.reads(in.Callee):
		changed = nil
	case in.Callee.Prints && isMethod(in.Callee):
		changed = args[:1]
	case in.Callee.Prints:
		changed = nil
	}
	told := r.ask != nil && s.started && slices.ContainsFunc(args, func(a *Term) bool { return a.Outcome || s.heap.holdsAnswer(a) })
	for _, a := range changed {
		if !r.onlyPrints(a) {
			s.heap.lose(a, told)
		}
	}
	if slices.ContainsFunc(args, func(a *Term) bool { return a.Outcome }) {
		// What the answer is taken apart into comes from it.
		r.leaveAnswer(s, in)
	}
	called := *result
	called.Call, called.Result, called.id = true, true, 0
	if s.roundsBefore() {
		// A loop before the one that is looked at may end with another answer than it began
		// with.
		called.Int = 1
	}
	if judged := r.judged(s, in); r.ask != nil && s.started && judged != nil && judged.Kind != Nil {
		// The error was made because of the answer, whatever it holds of it.
		called.Outcome = true
	}
	called.Outcome = called.Outcome || told
	result = r.intern(called)
	if findsFault(r.judged(s, in), name) {
		return r.faultless(in.Callee, result)
	}
	failed := r.nil()
	if r.refuses(s, in) {
		failed = r.canceled()
	}
	switch {
	case in.Callee.Results == 1 && in.Callee.Err == 0 && !judges:
		return failed
	case in.Callee.Results > 1:
		results := make([]*Term, in.Callee.Results)
		for i := range results {
			results[i] = r.extract(result, i)
			if int32(i) == in.Callee.Err && !judges {
				results[i] = failed
			} else if in.Callee.Err >= 0 && !judges {
				// What comes with a nil error is there.
				t := *results[i]
				t.NonNil, t.id = true, 0
				results[i] = r.intern(t)
			}
		}
		return r.tuple(results...)
	}
	return result
}

// judged returns the error about which a call answers with a flag, nil if there is none.
func (r *run) judged(s *state, in *ir.Instr) *Term {
	j := int(in.Callee.Judged)
	if j < 0 || j >= len(in.X) {
		return nil
	}
	return r.operand(s.top(), in.X[j])
}

// findsFault reports whether a call asks what kind of error it is given, and is given
// none. What is asked is told from functions that ask for success by their names only.
func findsFault(judged *Term, name string) bool {
	if judged == nil || judged.Kind != Nil {
		return false
	}
	name = strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	return !slices.ContainsFunc(affirming, func(word string) bool { return strings.Contains(name, word) })
}

// affirming are the words in the names of functions that return true if there is no
// error.
var affirming = []string{"ok", "success", "succeed", "nil", "done", "finish", "complete"}

// flagOf returns the index of the result that answers what kind of error a call is given:
// the last, or the first beside an error that is handed on.
func flagOf(c *ir.Callee) int {
	if c.Err >= 0 {
		return 0
	}
	return int(c.Results) - 1
}

// faultless returns the answer that there is no fault.
func (r *run) faultless(c *ir.Callee, result *Term) *Term {
	if c.Results == 1 {
		return r.bool(false)
	}
	results := make([]*Term, c.Results)
	for i := range results {
		results[i] = r.extract(result, i)
	}
	if c.Err >= 0 {
		results[c.Err] = r.nil()
	}
	results[flagOf(c)] = r.bool(false)
	return r.tuple(results...)
}

// writers are the beginnings of the names of functions of the standard library
// that change what they are given a pointer to; others only read it.
var writers = []string{
	"Unmarshal", "Decode", "Scan", "Sscan", "Fscan", "Read", "Copy", "Put", "Set", "Reset", "Add", "Del", "Store", "Swap",
	"Compare", "Write", "Append", "Next", "Sort", "Grow", "Truncate", "Push", "Pop", "Init", "Remove", "Parse", "Var",
}

// isMethod reports whether the first operand of a call is a receiver.
func isMethod(c *ir.Callee) bool { return c.Method != "" || strings.HasPrefix(c.Func, "(") }

// reads reports whether a call leaves what it is given as it is.
func (r *run) reads(c *ir.Callee) bool {
	if c.Func == "" || !r.resolve.Standard(c.Pkg) {
		return false
	}
	name := c.Func[strings.LastIndexByte(c.Func, '.')+1:]
	return !slices.ContainsFunc(writers, func(w string) bool { return strings.HasPrefix(name, w) })
}

// onlyPrints reports whether a value is a function that stores nothing and calls nothing but
// what prints or only reads: whoever runs it changes nothing that it captured.
func (r *run) onlyPrints(v *Term) bool {
	if v.Kind != Func {
		return false
	}
	body, _ := r.resolve.Body(v.Name)
	if body == nil {
		return false
	}
	only, ok := r.printers[body]
	if !ok {
		only = !body.Any(func(in *ir.Instr) bool {
			switch in.Op {
			case ir.Store, ir.MapUpdate, ir.Send, ir.Go, ir.Defer:
				return !storesInOwn(body, in)
			case ir.Call:
				return !in.Callee.Prints && !r.reads(in.Callee) && !strings.HasPrefix(in.Callee.Func, "builtin ")
			}
			return false
		})
		r.printers[body] = only
	}
	return only
}

// storesInOwn reports whether an instruction stores to something that the function has
// allocated, as the arguments of a call of any number of them.
func storesInOwn(fn *ir.Func, in *ir.Instr) bool {
	if in.Op != ir.Store {
		return false
	}
	made := definition(fn, in.X[0])
	for made != nil && (made.Op == ir.FieldAddr || made.Op == ir.IndexAddr) {
		made = definition(fn, made.X[0])
	}
	return made != nil && made.Op == ir.Alloc
}

// timerChan names terms that stand for channels which deliver after a time.
const timerChan = "timer channel"

// ticker returns a channel that delivers after d, again and again. It knows where it
// was made, since there the source names the duration.
func (r *run) ticker(in *ir.Instr, d *Term, more ...*Term) *Term {
	return r.intern(Term{
		Kind: App, Name: timerChan, Args: append([]*Term{d}, more...), Int: int64(in.Pos),
		NonNil: true, Outcome: d.Outcome, Call: d.Call, Clock: d.Clock,
	})
}

// timer returns a channel that delivers once, after d. If it is made before the loop,
// it knows when: such a timer goes on while the loop goes round.
func (r *run) timer(s *state, in *ir.Instr, d *Term) *Term {
	switch {
	case s.arrived:
		return r.ticker(in, d)
	case s.clockOK:
		return r.ticker(in, d, r.intern(Term{Kind: Time, Int: s.clock, Clock: true}))
	}
	return r.ticker(in, d, r.sym("start"))
}

// tickerType is the type of what a ticker's channel belongs to.
const tickerType = "*time.Ticker"

// ticking returns the channel of a ticker.
func (r *run) ticking(in *ir.Instr, d *Term) *Term {
	t := *r.ticker(in, d)
	t.Type, t.id = tickerType, 0
	return r.intern(t)
}

// isTimer reports whether ch is the channel of a timer, or a ticker.
func isTimer(ch *Term) bool { return ch.Kind == App && ch.Name == timerChan }

// isOverall reports whether ch is the channel of a timer that was started before the
// loop and delivers once.
func isOverall(ch *Term) bool { return isTimer(ch) && len(ch.Args) > 1 }

// remaining returns the time until a timer delivers, -1 if that is not known or ch is
// not the channel of a timer.
func (s *state) remaining(ch *Term) int64 {
	switch {
	case !isTimer(ch) || ch.Args[0].Kind != Int:
	case !isOverall(ch):
		return ch.Args[0].Int
	case s.clockOK && ch.Args[1].Kind == Time:
		return max(ch.Args[1].Int+ch.Args[0].Int-s.clock, 0)
	}
	return -1
}

// counted adds to a number of the function at hand that goroutines share, and returns the sum;
// nil if name is not a function that does so. What others count as well tells nothing.
func (r *run) counted(s *state, name string, args []*Term) *Term {
	switch name {
	case "(*sync/atomic.Int32).Add", "(*sync/atomic.Int64).Add", "(*sync/atomic.Uint32).Add", "(*sync/atomic.Uint64).Add",
		"sync/atomic.AddInt32", "sync/atomic.AddInt64", "sync/atomic.AddUint32", "sync/atomic.AddUint64":
	default:
		return nil
	}
	if root, _ := split(args[0].plain()); root.Kind != Obj {
		return nil
	}
	sum := r.binary("+", r.load(s.heap, args[0], ir.Int), args[1])
	s.heap.store(args[0], sum)
	return sum
}

// standardName has the functions of other modules that do what those of the standard library
// do, which they call.
var standardName = map[string]string{
	"github.com/pkg/errors.Is": "errors.Is", "github.com/pkg/errors.As": "errors.As", "github.com/pkg/errors.Unwrap": "errors.Unwrap",
	"golang.org/x/xerrors.Is": "errors.Is", "golang.org/x/xerrors.As": "errors.As", "golang.org/x/xerrors.Unwrap": "errors.Unwrap",
}

// standard executes the functions of the standard library that matter to waits,
// time, contexts, errors and randomness.
func (r *run) standard(s *state, f *frame, in *ir.Instr, name string, args []*Term) (*Term, bool) {
	if strings.HasPrefix(name, "builtin ") {
		return r.builtin(s, f, in, strings.TrimPrefix(name, "builtin "), args), true
	}
	if sum := r.counted(s, name, args); sum != nil {
		return sum, true
	}
	switch name {
	case "time.Sleep":
		r.pause(s, f, in, args[0])
		return r.nil(), true
	case "time.After":
		return r.timer(s, in, args[0]), true
	case "time.Tick":
		return r.ticking(in, args[0]), true
	case "time.NewTimer", "time.NewTicker":
		t := r.allocate(s, f, in, &object{})
		ch := r.ticking(in, args[0])
		if name == "time.NewTimer" {
			ch = r.timer(s, in, args[0])
		}
		s.heap.store(r.addr(t, ".C"), ch)
		return t, true
	case "(*time.Timer).Reset":
		s.heap.store(r.addr(args[0], ".C"), r.timer(s, in, args[1]))
		return r.bool(true), true
	case "(*time.Ticker).Reset":
		s.heap.store(r.addr(args[0], ".C"), r.ticking(in, args[1]))
		return r.nil(), true
	case "(*time.Timer).Stop":
		return r.bool(true), true
	case "(*time.Ticker).Stop":
		return r.nil(), true
	case "time.Now":
		return r.now(s, f, in), true
	case "time.Since":
		return r.difference(r.now(s, f, in), args[0]), true
	case "time.Until":
		return r.difference(args[0], r.now(s, f, in)), true
	case "(time.Duration).Nanoseconds":
		return args[0], true
	case "(time.Duration).Microseconds", "(time.Duration).Milliseconds", "(time.Duration).Seconds", "(time.Duration).Minutes", "(time.Duration).Hours":
		return r.inUnits(name, args[0]), true
	case "(time.Time).Sub":
		return r.difference(args[0], args[1]), true
	case "(time.Time).Add":
		if args[0].Kind == Time && args[1].Kind == Int {
			return r.intern(Term{Kind: Time, Int: args[0].Int + args[1].Int, Clock: true}), true
		}
		return r.app(name, args...), true
	case "(time.Time).After":
		return r.compareTimes(args[1], args[0]), true
	case "(time.Time).Before":
		return r.compareTimes(args[0], args[1]), true
	case "math.Pow", "math.Exp2", "math.Log2", "math.Log", "math.Sqrt", "math.Abs", "math.Min", "math.Max", "math.Floor", "math.Ceil", "math.Round":
		return r.mathCall(name, args), true
	case "crypto/rand.Read", "math/rand.Read":
		if root, _ := split(args[0]); root.Kind == Slice {
			base, _ := split(root.Args[0])
			s.heap.store(base, r.drawn(s, f, randomDraw))
		}
		return r.tuple(r.sym("n"), r.nil()), true
	case "crypto/rand.Text":
		return r.drawn(s, f, randomDraw), true
	case "crypto/rand.Int":
		return r.tuple(r.drawn(s, f, randomDraw), r.nil()), true
	case "math/rand.New", "math/rand/v2.New", "math/rand.NewSource", "math/rand/v2.NewPCG":
		return r.app(name, args...), true
	case "errors.New", "fmt.Errorf":
		return r.newError(in, name, args), true
	case "errors.Join":
		return r.app(name, args...), true
	case "errors.Is":
		if args[0] == args[1] {
			return r.bool(true), true
		}
		if args[0].Kind == Nil {
			return r.bool(false), true
		}
		if is, known := r.isCanceled(s, args[0], args[1]); known {
			return r.bool(is), true
		}
		return r.app(name, args...), true
	case "errors.As":
		if args[0].Kind == Nil {
			return r.bool(false), true
		}
		is := r.app(name, args...)
		if args[0].Type != "" && args[1].Type == "*"+args[0].Type {
			s.heap.store(args[1], args[0])
			return r.bool(true), true
		}
		found := r.app("as", args[0])
		s.heap.store(args[1], r.intern(Term{Kind: App, Name: found.Name, Args: found.Args, NonNil: true, Outcome: found.Outcome}))
		return is, true
	case "errors.AsType":
		if args[0].Kind == Nil {
			return r.tuple(r.intern(Term{Kind: Zero}), r.bool(false)), true
		}
		if args[0].Type != "" && args[0].Type == in.Type {
			return r.tuple(args[0], r.bool(true)), true
		}
		return r.tuple(r.app("as", args[0]), r.app(name, args...)), true
	}
	if isDraw(name) {
		return r.draw(s, f, args), true
	}
	return r.context(s, in, name, args)
}

// isDraw reports whether a function of the standard library returns a number
// drawn at random.
func isDraw(name string) bool {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return false
	}
	pkg, fn := strings.Trim(name[:i], "(*)"), name[i+1:]
	switch pkg {
	case "math/rand", "math/rand/v2":
		return !strings.HasPrefix(fn, "New") && fn != "Seed" && fn != "Shuffle"
	case "math/rand.Rand", "math/rand/v2.Rand":
		return fn != "Seed" && fn != "Shuffle"
	}
	return false
}

// draw returns a random number. One from an interval that holds a single number is
// that number, and what a source seeded with a constant gives is the same for all.
func (r *run) draw(s *state, f *frame, args []*Term) *Term {
	if n := len(args); n > 0 && isInt(args[n-1], 1) {
		return r.int(0)
	}
	if len(args) > 0 && args[0].Mentions(seededAlike) {
		return r.drawn(s, f, "not random")
	}
	return r.drawn(s, f, randomDraw)
}

// A drawing is a place where a number is drawn, and the attempts before it.
type drawing struct {
	site     string
	attempts int
}

// drawn returns what is drawn by the call that a frame is at. It is the same on all ways
// on which as many attempts were made, so that these can go on as one.
func (r *run) drawn(s *state, f *frame, name string) *Term {
	at := drawing{f.callSite(), s.way.Attempts}
	if r.draws[at] == nil {
		r.draws[at] = r.fresh(name)
	}
	return r.draws[at]
}

// seededAlike reports whether t is a source seeded with a constant.
func seededAlike(t *Term) bool {
	if t.Kind != App || t.Name != "math/rand.NewSource" && t.Name != "math/rand/v2.NewPCG" {
		return false
	}
	for _, seed := range t.Args {
		if seed.Kind != Int || seed.Clock {
			return false
		}
	}
	return true
}

func (r *run) builtin(s *state, f *frame, in *ir.Instr, name string, args []*Term) *Term {
	switch name {
	case "len", "cap":
		switch a := args[0]; a.Kind {
		case Slice:
			return r.int(a.Int)
		case Str:
			return r.int(int64(len(a.Name)))
		case Nil, Zero:
			return r.int(0)
		}
		return r.app("builtin "+name, args...)
	case "min", "max":
		best := r.known(args[0])
		for _, a := range args[1:] {
			best = r.extreme(name, best, r.known(a))
		}
		return best
	case "append":
		if len(args) == 2 && args[1].Kind == Nil {
			return args[0]
		}
		if len(args) == 2 && !s.isLengthGuessed(f) {
			if joined := r.appended(s, f, in, args[0], args[1]); joined != nil {
				return joined
			}
		}
		return r.app("builtin append", args...)
	case "recover":
		// Nothing panics.
		return r.nil()
	case "unknown":
		return r.unknown(s)
	case "unset":
		return r.bool(args[0].Kind == Nil || args[0].Kind == Zero)
	case string(Final), string(Retriable):
		return r.isMarked(s, Mark(name), args[0], args[1])
	case "option":
		return r.optionGiven(s, in, args[0], args[1])
	case "ssa:wrapnilchk":
		return args[0]
	case "copy":
		s.heap.lose(args[0], false)
		return r.app("builtin copy", args...)
	case "panic", "close", "delete", "clear", "print", "println":
		return r.nil()
	}
	return r.app("builtin "+name, args...)
}

// maxAppended is the length up to which the elements of a slice are followed.
const maxAppended = 64

// appended returns the slice that holds the elements of two slices, nil if their
// lengths are not known.
func (r *run) appended(s *state, f *frame, in *ir.Instr, slices ...*Term) *Term {
	var elements []*Term
	for _, x := range slices {
		if x.Kind == Nil {
			continue
		}
		if x.Kind != Slice || len(elements)+int(x.Int) > maxAppended {
			return nil
		}
		for i := range x.Int {
			elements = append(elements, r.load(s.heap, r.indexAddr(x, r.int(i)), ir.Struct))
		}
	}
	values := make(map[string]*Term)
	for i, e := range elements {
		values["["+strconv.Itoa(i)+"]"] = e
	}
	obj := r.allocate(s, f, in, &object{values: values})
	return r.intern(Term{Kind: Slice, Args: []*Term{obj}, Int: int64(len(elements))})
}

func (r *run) extreme(name string, x, y *Term) *Term {
	fx, okx := x.number()
	fy, oky := y.number()
	if !okx || !oky {
		return r.app("builtin "+name, x, y)
	}
	if (name == "min") == (fx <= fy) {
		return x
	}
	return y
}

func (r *run) now(s *state, f *frame, in *ir.Instr) *Term {
	s.readsClock = true
	if !s.clockOK {
		// Waits of unknown length went by.
		t := r.item(s, f, in, "now")
		return r.intern(Term{Kind: App, Name: "time.Now", Args: []*Term{t}, Clock: true})
	}
	return r.intern(Term{Kind: Time, Int: s.clock, Clock: true})
}

func (r *run) difference(x, y *Term) *Term {
	if x.Kind == Time && y.Kind == Time {
		return r.intern(Term{Kind: Int, Int: x.Int - y.Int, Clock: true})
	}
	return r.onClock("-", x, y)
}

func (r *run) compareTimes(x, y *Term) *Term {
	if x.Kind == Time && y.Kind == Time {
		return r.intern(Term{Kind: Bool, Int: r.bool(x.Int < y.Int).Int, Clock: true, Args: []*Term{r.int(max(x.Int, y.Int))}})
	}
	return r.onClock("before", x, y)
}

// onClock applies name to two values, the result being read off the clock.
func (r *run) onClock(name string, x, y *Term) *Term {
	return r.intern(Term{
		Kind: App, Name: name, Args: []*Term{x, y}, Clock: true, Outcome: x.Outcome || y.Outcome, Call: x.Call || y.Call,
	})
}

// pause waits for a duration, nil if for something else than time.
func (r *run) pause(s *state, f *frame, in *ir.Instr, d *Term) {
	if g := s.goroutine(); g != nil {
		// It delays what the goroutine sends, and not what goes on here.
		g.delay = r.binary("+", g.delay, cmp.Or(d, r.sym("event")))
		return
	}
	if s.started {
		s.round.Pauses = append(s.round.Pauses, Pause{Dur: d, Pos: in.Pos, Site: fmt.Sprintf("%s/%s.%d", f.site, f.fn.Name, in.Dst)})
	}
	if d != nil && d.Kind == Int && d.Int >= 0 {
		s.clock += d.Int
	} else {
		s.clockOK = false
	}
}

// receive executes a receive from a channel.
func (r *run) receive(s *state, f *frame, in *ir.Instr) bool {
	ch := r.operand(f, in.X[0])
	if v, ok := r.delivered(s, f, in, ch); ok {
		if in.CommaOK {
			v = r.tuple(v, r.bool(true))
		}
		f.regs[in.Dst] = v
		return true
	}
	if ch.Kind == App && ch.Name == doneChan {
		if !r.done(s, ch) {
			end := r.ends(s, ch.Args[0])
			if end < 0 {
				// It blocks until the caller has gone.
				return s.block()
			}
			r.pause(s, f, in, r.int(end-s.clock))
		}
	} else {
		r.pauseFor(s, f, in, ch)
	}
	v := r.item(s, f, in, itemReceived)
	if in.CommaOK {
		v = r.tuple(v, r.item(s, f, in, itemMore))
	}
	f.regs[in.Dst] = v
	return true
}

// pauseFor waits for a channel to deliver.
func (r *run) pauseFor(s *state, f *frame, in *ir.Instr, ch *Term) {
	if !isTimer(ch) {
		r.pause(s, f, in, nil)
		return
	}
	d := ch.Args[0]
	if left := s.remaining(ch); left >= 0 {
		d = r.int(left)
	}
	if isOverall(ch) && s.started {
		s.round.over = ch
	}
	r.pause(s, f, in, d)
	if n := len(s.round.Pauses); n > 0 && s.started {
		s.round.Pauses[n-1].Pos, s.round.Pauses[n-1].Ticks = token.Pos(ch.Int), ch.Type == tickerType
	}
}

// selects executes a select: each case that can happen is a way of its own. A
// context that is over cannot be overslept; one that is not does not end.
func (r *run) selects(s *state, f *frame, in *ir.Instr) bool {
	var ready []int
	ended := false
	for i, c := range in.Cases {
		ch := r.operand(f, c.Chan)
		if ch.Kind == Nil {
			continue
		}
		if ch.Kind == App && ch.Name == doneChan {
			if r.done(s, ch) {
				ready, ended = []int{i}, true
				break
			}
			if end, d := r.ends(s, ch.Args[0]), r.shortest(s, f, in); end >= 0 && d >= 0 && s.clock+d >= end {
				s.clock = end
				s.way.Clock, s.way.Limit = true, end
				ready = []int{i}
				break
			}
			continue
		}
		ready = append(ready, i)
	}
	ready = r.first(s, f, in, ready)
	for _, c := range in.Cases {
		if isOverall(r.operand(f, c.Chan)) {
			// How long it still takes makes rounds differ.
			s.readsClock = true
		}
	}
	if !in.Blocking && !ended {
		// The default case: nothing was ready, and no time went by. A timer that
		// is only looked at is no wait.
		ready = r.elapsed(s, f, in)
	}
	pick := func(s *state, f *frame, i int) {
		n := 2 + len(in.Cases)
		results := make([]*Term, n)
		for k := range results {
			results[k] = r.item(s, f, in, itemReceived+strconv.Itoa(k))
		}
		results[0] = r.int(int64(i))
		results[1] = r.item(s, f, in, itemMore)
		if i >= 0 {
			if c := in.Cases[i]; !c.Send {
				if ch := r.operand(f, c.Chan); ch.Kind != App || ch.Name != doneChan {
					before := len(s.round.Pauses)
					r.pauseFor(s, f, in, ch)
					s.endedBy(before, r.others(f, in, i))
				}
			}
		}
		f.regs[in.Dst] = r.tuple(results...)
	}
	if len(ready) == 0 {
		if in.Blocking {
			return s.block()
		}
		pick(s, f, -1)
		return true
	}
	for _, i := range ready {
		if isOverall(r.operand(f, in.Cases[i].Chan)) && s.started && len(ready) > 1 {
			// Nobody knows after how many rounds it goes off.
			s.way.Guarded = true
		}
	}
	for _, i := range ready[1:] {
		r.fork(s, func(t *state) { pick(t, t.top(), i) })
	}
	pick(s, f, ready[0])
	return true
}

// others returns the channels that a select receives from beside its i-th case.
func (r *run) others(f *frame, in *ir.Instr, i int) []*Term {
	var chans []*Term
	for k, c := range in.Cases {
		if k != i && !c.Send {
			chans = append(chans, r.operand(f, c.Chan))
		}
	}
	return chans
}

// first drops the cases of a select that a timer which is known to go off earlier
// comes before.
func (r *run) first(s *state, f *frame, in *ir.Instr, ready []int) []int {
	soonest := r.shortest(s, f, in)
	return slices.DeleteFunc(ready, func(i int) bool { return s.remaining(r.operand(f, in.Cases[i].Chan)) > soonest })
}

// elapsed returns the cases whose timers were started before the loop and have gone
// off by now.
func (r *run) elapsed(s *state, f *frame, in *ir.Instr) []int {
	for i, c := range in.Cases {
		ch := r.operand(f, c.Chan)
		if !isOverall(ch) {
			continue
		}
		switch s.remaining(ch) {
		case 0:
			return []int{i}
		case -1:
			s.way.Guarded = s.way.Guarded || s.started
		}
	}
	return nil
}

// shortest returns the shortest known time among the timers of a select, -1 if
// there is none.
func (r *run) shortest(s *state, f *frame, in *ir.Instr) int64 {
	d := int64(-1)
	for _, c := range in.Cases {
		if left := s.remaining(r.operand(f, c.Chan)); left >= 0 && (d < 0 || left < d) {
			d = left
		}
	}
	return d
}
