package model

import (
	"cmp"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/ir"
	"github.com/retrylint/retrylint/internal/reach"
)

// The numbers of attempts that are looked at: one round shows where answers lead,
// two whether waits grow, and more how.
const (
	oneRound  = 1
	twoRounds = 2
	shortRun  = 5
)

// site runs a loop in the world where the operation fails, and in the one where
// it succeeds, and says what the loop is.
func (p *pkg) site(l *exec.Loop, c candidate) *Site {
	s := &Site{Op: c.op}
	undecided := func() *Site {
		s.Construct, s.Why = Undecided, "the loop is too large to follow"
		return s
	}
	fails := p.machine.Run(l, exec.Fails, oneRound, nil)
	if fails.GaveUp {
		return undecided()
	}
	succeeds := p.machine.Run(l, exec.Succeeds, oneRound, nil)
	if succeeds.GaveUp {
		return undecided()
	}
	s.kept = kept(fails, succeeds)
	answers := onStatus(succeeds)
	s.Construct, s.Why = construct(l, fails, comesBack(fails), succeeds, answers)
	if !s.Construct.IsSite() && s.Construct != Poll {
		return s
	}
	failing, ok := p.rounds(l, exec.Fails, comesBack)
	if !ok {
		return undecided()
	}
	answering, ok := p.rounds(l, exec.Succeeds, onStatus)
	if !ok {
		return undecided()
	}
	switch {
	case s.Construct == Poll && len(failing.ways) > 0 && c.isParam && !untilDone(failing.ways):
		s.Construct, s.Why = Retry, "whoever hands the operation in decides with its answer"
		s.Attempts = p.count(failing)
	case s.Construct == Poll && len(failing.ways) > 0:
		s.Attempts = p.count(failing)
		if s.Attempts.Kind == Unbounded {
			s.Construct, s.Why = Retry, "a poll that takes errors for an answer, and nothing bounds it"
		} else if looks, ok := p.rounds(l, exec.Succeeds, comesBack); ok && s.Attempts.Kind == Exact && p.count(looks).Kind == Unbounded {
			s.Construct, s.Why = Retry, "a poll that bounds the errors it takes for an answer"
		}
	case len(failing.ways) > 0:
		s.Attempts = p.count(failing)
	case len(answering.ways) > 0:
		s.Attempts = p.count(answering)
	}
	if s.Construct == Reconnect || s.Construct == Worker {
		known := s.Attempts.isKnown() || s.Attempts.Kind == UnknownCount && sameWay(failing.ways, succeeds)
		if looks, ok := p.rounds(l, exec.Succeeds, comesBack); ok && known && p.count(looks).same(s.Attempts) {
			s.Construct, s.Why = FanOut, "every round runs, whether the last failed or not"
			return s
		}
	}
	back, answers := failing.ways, answering.ways
	if s.Construct == Retry && oneLap(s.Attempts, back) {
		s.Construct, s.Why = Failover, "one lap over a list, wherever it begins"
		return s
	}
	s.kept = append(s.kept, kept(exec.Result{Ways: back}, exec.Result{})...)
	if s.Construct.IsSite() && picks(append(back, answers...)) {
		s.Construct, s.Why = Undecided, "a call or a map in the round may give another target each time"
	}
	if !s.Construct.IsSite() {
		return s
	}
	s.Probe = s.Attempts.Kind != Unbounded && probes(c.attempt)
	s.Paths = append(p.paths(back, failing.before), p.paths(answers, answering.before)...)
	if !slices.ContainsFunc(s.Paths, func(path Path) bool { return !onConflict(path.Conditions) }) {
		s.Construct, s.Why = Optimistic, "only a conflict with another writer leads back"
		return s
	}
	for i := range s.Paths {
		if c.waits && s.Paths[i].Wait.Kind == NoWait {
			// Whether a failure waits is decided within the attempt.
			s.Paths[i].Wait.Kind = UnknownWait
		}
	}
	waits := func(p Path) bool { return p.Wait.Kind != NoWait && p.Wait.Kind != UnknownWait }
	if c.handedIn && s.Op.Remote == reach.Local && slices.ContainsFunc(s.Paths, waits) {
		// Nobody waits before calling again what stays in memory.
		s.Op.Remote = reach.Probable
	}
	return s
}

// rounds are several rounds of a loop in which each attempt is answered alike.
type rounds struct {
	loop   *exec.Loop
	answer exec.Answer
	// pick selects the ways on which that answer leads back to the attempt, ways
	// are those that it selected.
	pick func(exec.Result) []exec.Way
	ways []exec.Way
	// before is the newest draw that was made before the loop.
	before int
	// cut says that the loop is too large to look at more than two rounds.
	cut bool
}

// rounds runs some rounds of a loop; ok is false if it is too large for two.
func (p *pkg) rounds(l *exec.Loop, answer exec.Answer, pick func(exec.Result) []exec.Way) (r *rounds, ok bool) {
	r = &rounds{loop: l, answer: answer, pick: pick}
	res := p.machine.Run(l, answer, shortRun, nil)
	if res.GaveUp {
		r.cut = true
		res = p.machine.Run(l, answer, twoRounds, nil)
	}
	r.ways, r.before = pick(res), res.Before
	return r, !res.GaveUp
}

// paths describes ways. Of those that differ only in how often they went round or in
// settings, the one that assumes least and went round most often stands for all.
func (p *pkg) paths(ways []exec.Way, before int) []Path {
	type rank struct{ unset, rounds int }
	var paths []Path
	ranks := make(map[string]rank)
	index := make(map[string]int)
	for _, w := range ways {
		first := w.Rounds[0]
		path := Path{
			Wait:       p.waitOf(w, before),
			Conditions: first.Conds,
			Pauses:     pausesOf(w.Rounds),
			Changes:    slices.ContainsFunc(first.Calls, changes),
			given:      given(w),
		}
		var b strings.Builder
		b.WriteString(string(path.Wait.Kind))
		for _, pause := range first.Pauses {
			b.WriteString(" " + pause.Site)
		}
		key := b.String() + " " + path.answer()
		this := rank{unset: unset(w), rounds: len(w.Rounds)}
		i, ok := index[key]
		switch best := ranks[key]; {
		case !ok:
			index[key] = len(paths)
			paths = append(paths, path)
		case this.unset < best.unset, this.unset == best.unset && this.rounds > best.rounds:
			path.given = both(path.given, paths[i].given)
			paths[i] = path
		default:
			paths[i].given = both(path.given, paths[i].given)
			continue
		}
		ranks[key] = this
	}
	return paths
}

// unset counts the settings that a way takes for missing: numbers that are not
// known, and are assumed to be zero.
func unset(w exec.Way) int {
	n := 0
	for _, r := range w.Rounds {
		for _, c := range r.Conds {
			if c.Term.Outcome || c.Term.Kind != exec.App || len(c.Term.Args) != 2 {
				continue
			}
			x, y := c.Term.Args[0], c.Term.Args[1]
			zero := func(t *exec.Term) bool { return t.Kind == exec.Int && t.Int == 0 }
			switch {
			case c.Term.Name == "<" && zero(x) && !c.Holds, c.Term.Name == "==" && (zero(x) || zero(y)) && c.Holds:
				n++
			}
		}
	}
	return n
}

// changes reports whether a call between two attempts may change what the next
// one meets: printing, counting and releasing do not.
func changes(in *ir.Instr) bool {
	name := in.Callee.Func
	if name == "" {
		return in.Callee.Err >= 0
	}
	pkg, _, _ := strings.Cut(strings.TrimLeft(name, "(*"), ".")
	return !reach.IsStandard(pkg)
}

// comesBack returns the ways on which a failure leads to the same attempt.
func comesBack(res exec.Result) []exec.Way {
	var back []exec.Way
	for _, w := range res.Ways {
		if len(w.Rounds) > 0 && sameArgs(w.FirstArgs, w.Rounds[0].Args) {
			back = append(back, w)
		}
	}
	return back
}

// construct says what a loop is, by where failure and success lead.
func construct(l *exec.Loop, fails exec.Result, back []exec.Way, succeeds exec.Result, answers []exec.Way) (Construct, string) {
	moved := 0
	for _, w := range fails.Ways {
		if len(w.Rounds) > 0 && !sameArgs(w.FirstArgs, w.Rounds[0].Args) {
			moved++
		}
	}
	var leaves, again, next int
	for _, w := range succeeds.Ways {
		switch {
		case len(w.Rounds) == 0 && !stopped(w):
			leaves++
		case len(w.Rounds) == 0:
		case sameArgs(w.FirstArgs, w.Rounds[0].Args):
			again++
		default:
			next++
		}
	}
	switch {
	case len(back) == 0 && len(answers) == 0 && moved > 0 && next > 0:
		return FanOut, "each round handles something else"
	case len(back) == 0 && len(answers) == 0 && moved > 0:
		return Failover, "each round tries something else"
	case len(back) == 0 && len(answers) == 0 && again > 0:
		return Poll, "a failure leaves the loop; a success may come back"
	case len(back) == 0 && len(answers) == 0:
		return NoRetry, "a failure leaves the loop"
	case len(back) == 0 && !slices.ContainsFunc(answers, func(w exec.Way) bool { return !onlyNotFound(w) }):
		return Poll, "only 404 leads back: it waits for something to appear"
	case again+next == 0:
		return Retry, "a failure leads back to the attempt, a success leaves the loop"
	case len(answers) > 0 && again == len(answers):
		return Retry, "a failing answer leads back to the attempt, a success leaves the loop"
	case eachItem(back, answers, succeeds):
		return FanOut, "each round belongs to another item"
	case leaves > 0 && next > 0:
		return Retry, "a failure leads back to the attempt, a success to the next one"
	case leaves > 0:
		if judgedFailed(succeeds) {
			return Retry, "a failure, also of a later step, leads back to the attempt"
		}
		return Poll, "a success may come back as well as a failure"
	case pauses(back) && sameWay(back, succeeds) && !serves(l):
		return Periodic, "success and failure take the same way round"
	case leaves == 0 && next == 0 && handlesItem(back):
		return FanOut, "each round handles what it was given anew"
	case next > 0:
		return Worker, "on failure the loop tries again, after success it takes the next item"
	}
	return Reconnect, "on failure the loop tries again, after success it comes back"
}

// eachItem reports whether a failure as well as a success only come back with the next
// item of a collection that is no schedule of waits.
func eachItem(back, answers []exec.Way, succeeds exec.Result) bool {
	ways := slices.Concat(back, answers)
	for _, w := range succeeds.Ways {
		if len(w.Rounds) > 0 {
			ways = append(ways, w)
		}
	}
	return !slices.ContainsFunc(ways, func(w exec.Way) bool {
		isScheduled := func(p exec.Pause) bool { return p.Dur != nil && p.Dur.Mentions(isElement) }
		return slices.ContainsFunc(w.Rounds[0].Pauses, isScheduled) || !slices.ContainsFunc(w.Rounds[0].Conds, func(c exec.Cond) bool { return c.Exit && c.Term.IsMore() })
	})
}

// untilDone reports whether the operation comes back because it says that it is not
// done yet: it returns a flag, and false leads back.
func untilDone(back []exec.Way) bool {
	return !slices.ContainsFunc(back, func(w exec.Way) bool {
		return !slices.ContainsFunc(w.Rounds[0].Conds, func(c exec.Cond) bool {
			return !c.Holds && c.Term.Kind == exec.Sym && c.Term.Outcome
		})
	})
}

// stopped reports whether a way left the loop for a reason that has nothing to
// do with the answer: somebody closed a channel or set a flag.
func stopped(w exec.Way) bool {
	for _, p := range w.Last.Pauses {
		if p.Dur == nil {
			return true
		}
	}
	return slices.ContainsFunc(w.Last.Conds, func(c exec.Cond) bool { return !c.Term.Outcome })
}

// serves reports whether what the attempt returns is used in a loop of its own: a
// connection that serves until it breaks. Then the next attempt is due because it broke,
// and not because a period is over.
func serves(l *exec.Loop) bool {
	returned := map[ir.Operand]bool{l.Attempt.Dst: true}
	for b := range l.Fn.Blocks {
		for _, in := range l.Fn.Blocks[b].Instrs {
			if in.Op == ir.Extract && returned[in.X[0]] {
				returned[in.Dst] = true
			}
		}
	}
	for _, inner := range l.Fn.Loops() {
		if inner.Header == l.Header || !l.Blocks[inner.Header] {
			continue
		}
		for b := range inner.Blocks {
			for _, in := range l.Fn.Blocks[b].Instrs {
				if in.Op == ir.Call && in.Callee.Err >= 0 && len(in.X) > 0 && returned[in.X[0]] {
					return true
				}
			}
		}
	}
	return false
}

// sameWay reports whether every failing way waits as some successful way does.
func sameWay(back []exec.Way, succeeds exec.Result) bool {
	waits := func(w exec.Way) string {
		var b strings.Builder
		for _, p := range w.Rounds[0].Pauses {
			b.WriteString(p.Site)
			if p.Dur != nil {
				b.WriteString(p.Dur.String())
			}
			b.WriteByte(' ')
		}
		return b.String()
	}
	known := make(map[string]bool)
	for _, w := range succeeds.Ways {
		if len(w.Rounds) > 0 {
			known[waits(w)] = true
		}
	}
	return !slices.ContainsFunc(back, func(w exec.Way) bool { return !known[waits(w)] })
}

// pauses reports whether something is waited for on every way.
func pauses(ways []exec.Way) bool {
	return !slices.ContainsFunc(ways, func(w exec.Way) bool { return len(w.Rounds[0].Pauses) == 0 })
}

// judgedFailed reports whether successes come back only because a later step
// failed: each such way has seen an error that depends on the answer.
func judgedFailed(succeeds exec.Result) bool {
	for _, w := range succeeds.Ways {
		if len(w.Rounds) == 0 {
			continue
		}
		failed := slices.ContainsFunc(w.Rounds[0].Conds, func(c exec.Cond) bool {
			return !c.Holds && c.Term.IsNilTest() && c.Term.Outcome && c.Term.FromCall() || c.Holds && asksToRetry(c.Term)
		})
		if !failed {
			return false
		}
	}
	return true
}

// asksToRetry reports whether a condition is the judgement of a function on the answer
// that, by its name, says whether to try again. The name decides because a judgement
// that cannot be followed leaves open whether it means a failure or a state.
func asksToRetry(t *exec.Term) bool {
	return t.Outcome && t.Kind == exec.App && t.Result && strings.Contains(strings.ToLower(t.Name), "retr")
}

// sameArgs reports whether two attempts do the same: equal arguments, apart from
// the number of the attempt and the context that bounds it.
func sameArgs(a, b []*exec.Term) bool {
	return slices.EqualFunc(a, b, same)
}

func same(a, b *exec.Term) bool {
	if a.Kind == exec.Int && b.Kind == exec.Int {
		return true
	}
	return alike(a, b)
}

// alike reports whether two values are the same but for points in time. A number
// within a name, a request or an index tells one item from the next.
func alike(a, b *exec.Term) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case exec.Time:
		return true
	case exec.App, exec.Struct, exec.Tuple:
		return a.Name == b.Name && len(a.Args) == len(b.Args) && slices.EqualFunc(a.Args, b.Args, alike)
	}
	return false
}

// oneLap reports whether the attempts go once over a list, by an index that wraps
// around: as many attempts as it has items.
func oneLap(a Attempts, ways []exec.Way) bool {
	wraps := func(t *exec.Term) bool { return t.Kind == exec.Addr && strings.HasSuffix(t.Name, exec.WrappedIndex) }
	return a.Kind == UnknownCount && a.Hole != nil && a.Text == a.Hole.String() && strings.HasPrefix(a.Text, "len(") &&
		!slices.ContainsFunc(ways, func(w exec.Way) bool {
			return !slices.ContainsFunc(w.FirstArgs, func(arg *exec.Term) bool { return arg.Mentions(wraps) })
		})
}

// picks reports whether the attempts are given what a method in the round before
// returned that takes nothing but a context and cannot fail, or are made on what any
// call returned that cannot fail, or what was looked up: it may be the same or the next.
func picks(ways []exec.Way) bool {
	if slices.ContainsFunc(ways, func(w exec.Way) bool {
		args := w.Rounds[0].Args
		return len(args) > 0 && args[0].Mentions((*exec.Term).IsLookup)
	}) {
		return true
	}
	method := func(call *ir.Instr) bool {
		given := len(call.X)
		if call.Callee.Context {
			given--
		}
		// A method of a value does not change what it is called on.
		changes := call.Callee.Method != "" || strings.HasPrefix(call.Callee.Func, "(*")
		return given <= 1 && call.Callee.Err < 0 && changes
	}
	outside := func(call *ir.Instr) bool { return call.Callee.Err < 0 && !reach.IsStandard(call.Callee.Pkg) }
	all := func(args []*exec.Term) []*exec.Term { return args }
	receiver := func(args []*exec.Term) []*exec.Term { return args[:min(1, len(args))] }
	return givenBy(ways, all, func(call *ir.Instr) bool { return method(call) && outside(call) }) || givenBy(ways, receiver, outside)
}

// handlesItem reports whether the attempts are given what a call in the round
// before returned.
func handlesItem(back []exec.Way) bool {
	all := func(args []*exec.Term) []*exec.Term { return args }
	return receives(back) || givenBy(back, all, func(call *ir.Instr) bool { return calledName(call) != "" })
}

// receives reports whether each round takes in something new before the attempt, by a
// call that blocks until there is something. Such calls are known by name only.
func receives(back []exec.Way) bool {
	takesIn := func(call *ir.Instr) bool {
		name := calledName(call)
		name = name[strings.LastIndexByte(name, '.')+1:]
		return call.Callee.Results > 1 && slices.ContainsFunc(receiving, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
	}
	return !slices.ContainsFunc(back, func(w exec.Way) bool { return !slices.ContainsFunc(w.Rounds[0].Calls, takesIn) })
}

// receiving are the beginnings of the names of functions that block until they have
// something new.
var receiving = []string{"Accept", "Recv", "Receive", "Dequeue", "Pop"}

// givenBy reports whether an attempt is given, in one of the arguments that which
// selects, what a call in the round before returned, of those that f accepts.
func givenBy(ways []exec.Way, which func([]*exec.Term) []*exec.Term, f func(call *ir.Instr) bool) bool {
	for _, w := range ways {
		round := w.Rounds[0]
		for _, call := range round.Calls {
			if !f(call) {
				continue
			}
			name := calledName(call)
			returned := func(t *exec.Term) bool { return t.Call && t.Name == name }
			if slices.ContainsFunc(which(round.Args), func(arg *exec.Term) bool { return arg.Mentions(returned) }) {
				return true
			}
		}
	}
	return false
}

// calledName returns the name of the function or interface method that is called,
// "" for a function value.
func calledName(call *ir.Instr) string {
	return cmp.Or(call.Callee.Func, call.Callee.Method)
}
