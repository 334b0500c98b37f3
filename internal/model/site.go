package model

import (
	"cmp"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/answer"
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
	s := &Site{Op: c.op, run: l, found: c, Waits: -1}
	undecided := func() *Site {
		s.Construct, s.Why = Undecided, "the loop is too large to follow"
		return s
	}
	l.Absent = 1 + absentFrom(c, l.Attempt)
	fails := p.machine.Run(l, exec.Fails, oneRound, nil)
	if fails.GaveUp {
		return undecided()
	}
	answered := *l
	answered.Ask = &exec.Ask{Domain: answer.AllStatuses, Response: responseOf(c, l.Attempt)}
	succeeds := p.machine.Run(&answered, exec.Succeeds, oneRound, nil)
	if succeeds.GaveUp {
		return undecided()
	}
	answers := onStatus(succeeds)
	s.Construct, s.Why = construct(fails, leadsBack(fails), succeeds, answers)
	if !s.Construct.IsSite() && len(comesBack(succeeds)) > 0 {
		if inner, res := p.onInnerStatus(l, c, fails); inner != nil {
			answered, succeeds, answers = *inner, res, onStatus(res)
			s.Construct, s.Why = construct(fails, comesBack(fails), succeeds, answers)
		} else if inner, failed, succeeded := p.onInnerFailure(l, c); inner != nil {
			l, s.run = inner, inner
			fails, succeeds, answers = failed, succeeded, nil
			s.Construct, s.Why = construct(fails, comesBack(fails), succeeds, answers)
		}
	}
	s.kept = kept(fails, succeeds)
	if s.Construct == Retry && asksState(c.call) {
		s.Construct, s.Why = Poll, "a question that is asked again until the answer is yes"
	}
	if s.Construct.IsSite() && doesOneOf(taking, calledName(l.Attempt)) && every(comesBack(fails), skips) {
		s.Construct, s.Why = FanOut, "each round takes the next of a stream, what cannot be read is left out"
	}
	if s.Construct == Periodic && l.LeavesByCount(slices.Concat(fails.Ways, succeeds.Ways)) {
		s.Construct, s.Why = Poll, "what was answered before decides when the loop ends"
	}
	if s.Construct == Retry || s.Construct == Periodic {
		if why := p.reconnects(l, c); why != "" {
			s.Construct, s.Why = Reconnect, why
		}
	}
	if !s.Construct.IsSite() && s.Construct != Poll {
		return s
	}
	failing, ok := p.rounds(l, exec.Fails, leadsBack)
	if !ok {
		return undecided()
	}
	answering := &rounds{loop: &answered, answer: exec.Succeeds, pick: onStatus}
	if len(answers) > 0 {
		if answering, ok = p.rounds(&answered, exec.Succeeds, onStatus); !ok {
			if len(failing.ways) == 0 {
				return undecided()
			}
			// One round shows which answers lead back, not how the waits grow.
			answering.ways, answering.brief = answers, true
		}
	}
	switch {
	case len(failing.ways) > 0:
		s.Attempts = p.count(failing)
		s.Waits = failing.waits(s.Attempts)
	case len(answering.ways) > 0:
		s.Attempts = p.count(answering)
		s.Waits = answering.waits(s.Attempts)
	}
	if s.Construct == Poll && len(failing.ways) > 0 && !(ticks(failing.ways) && sameWay(failing.ways, succeeds)) {
		if why := p.pollRetries(l, c, failing, s.Attempts); why != "" {
			s.Construct, s.Why, s.Polls = Retry, why, true
			if serves := p.reconnects(l, c); serves != "" {
				s.Construct, s.Why = Reconnect, serves
			}
		}
	}
	if s.Construct == Reconnect || s.Construct == Worker {
		if p.runsAnyway(l, s.Attempts, failing, succeeds) {
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
	raced := func(w exec.Way) bool { return lostRace(w.Rounds[0].Conds) }
	if s.Construct.IsSite() && !every(back, raced) && picks(c, slices.Concat(back, answers)) {
		s.Construct, s.Why = Undecided, "a call or a map in the round may give another target each time"
	}
	if !s.Construct.IsSite() {
		return s
	}
	s.Probe = s.Attempts.Kind != Unbounded && probes(c.attempt)
	s.Paths = append(failing.paths(p), answering.paths(p)...)
	p.afterEnd(l, s)
	if every(s.Paths, func(path Path) bool { return onConflict(path.Conditions) }) {
		s.Construct, s.Why = Optimistic, onlyConflict
		return s
	}
	if s.Construct == Retry && doesOneOf(asking, c.op.ID) && every(s.Paths, func(path Path) bool { return path.Wait.Kind != NoWait && onMissing(path.Conditions) }) {
		s.Construct, s.Why = Poll, "it waits for something that is not there yet"
		return s
	}
	if every(s.Paths, func(path Path) bool { return onLocalFault(path.Conditions) }) {
		// What is tried again then never left the machine.
		s.Construct, s.Why = NoRetry, "only a fault of this machine leads back"
		return s
	}
	for i := range s.Paths {
		if c.waits && s.Paths[i].Wait.Kind == NoWait {
			// Whether a failure waits is decided within the attempt.
			s.Paths[i].Wait.Kind = UnknownWait
		}
	}
	s.assumeRemote()
	return s
}

// assumeRemote takes an operation of which nothing is known for one that probably leaves
// the process, if it is waited for: nobody waits before calling again what stays in memory.
func (s *Site) assumeRemote() {
	waits := func(p Path) bool { return p.Wait.Kind != NoWait && p.Wait.Kind != UnknownWait }
	if s.found.handedIn && s.Op.Remote == reach.Local && slices.ContainsFunc(s.Paths, waits) {
		s.Op.Remote = reach.Probable
	}
}

// pollRetries returns why a poll that also comes back after an error is a retry of what
// failed, "" if it is none.
func (p *pkg) pollRetries(l *exec.Loop, c candidate, failing *rounds, failures Attempts) string {
	switch {
	case c.isParam && !untilDone(failing.ways):
		return "whoever hands the operation in decides with its answer"
	case failures.Kind == Unbounded:
		return "a poll that takes errors for an answer, and nothing bounds it"
	case failures.Kind != Exact:
		return ""
	}
	looks, ok := p.rounds(l, exec.Succeeds, comesBack)
	if !ok || p.count(looks).Kind != Unbounded {
		return ""
	}
	return "a poll that bounds the errors it takes for an answer"
}

// runsAnyway reports whether successes are counted as failures are: a bound that holds
// for both is none on what fails.
func (p *pkg) runsAnyway(l *exec.Loop, failures Attempts, failing *rounds, succeeds exec.Result) bool {
	if !failures.isKnown() && !(failures.Kind == UnknownCount && sameWay(failing.ways, succeeds)) {
		return false
	}
	looks, ok := p.rounds(l, exec.Succeeds, comesBack)
	return ok && p.count(looks).same(failures)
}

// rounds are several rounds of a loop in which each attempt is answered alike.
type rounds struct {
	loop   *exec.Loop
	answer exec.Answer
	// pick selects the ways on which that answer leads back to the attempt, ways
	// are those that it selected.
	pick func(exec.Result) []exec.Way
	ways []exec.Way
	// whole are the ways to the end of the loop; nil if they were not looked at.
	whole []exec.Way
	// before is the newest draw that was made before the loop.
	before int
	// cut says that the loop is too large to look at more than two rounds, brief that it
	// is too large for two.
	cut, brief bool
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

// waits returns the sum of all waits of a number of attempts in nanoseconds, -1 if it is
// not known.
func (r *rounds) waits(a Attempts) int64 {
	most := int64(-1)
	if a.Kind != Exact {
		return most
	}
	for _, w := range r.whole {
		if int64(w.Attempts) != a.N {
			continue
		}
		sum := int64(0)
		for _, round := range append(slices.Clip(w.Rounds), w.Last) {
			for _, pause := range round.Pauses {
				if pause.Dur == nil || pause.Dur.Kind != exec.Int {
					return -1
				}
				sum += pause.Dur.Int
			}
			if round.MayWait {
				return -1
			}
		}
		most = max(most, sum)
	}
	return most
}

// paths describes the ways.
func (r *rounds) paths(p *pkg) []Path {
	paths := p.paths(r.ways, r.before)
	for i := range paths {
		if r.brief && paths[i].Wait.Kind != NoWait {
			paths[i].Wait = Wait{Kind: UnknownWait}
		}
	}
	return paths
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
			repairs:    slices.ContainsFunc(first.Calls, repairs),
			given:      given(w),
			pauses:     allPauses(w.Rounds),
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
// one meets: printing, counting, releasing and judging an error do not.
func changes(in *ir.Instr) bool {
	if c := in.Callee; c.Prints && c.Results == 0 || c.Judged >= 0 {
		return false
	}
	name := in.Callee.Func
	if name == "" {
		return in.Callee.Results > 0
	}
	pkg, _, _ := strings.Cut(strings.TrimLeft(name, "(*"), ".")
	return !reach.IsStandard(pkg)
}

// repairs reports whether a call between two attempts does something that can fail, and that
// is neither to give something back nor to log or judge an error.
func repairs(in *ir.Instr) bool {
	name := calledName(in)
	return in.Callee.Err >= 0 && in.Callee.Judged < 0 && !in.Callee.Prints && !doesOneOf(givingBack, name) && lastName(name) != "Log"
}

// givingBack are the beginnings of the names of functions that end the use of something.
var givingBack = []string{"Close", "Release", "Rollback", "Unlock", "Discard", "Stop", "Cancel"}

// goingRound returns the ways on which there is another attempt, be it the same.
func goingRound(res exec.Result) []exec.Way {
	return slices.DeleteFunc(slices.Clone(res.Ways), func(w exec.Way) bool { return len(w.Rounds) == 0 || w.Rounds[0].Despite })
}

// comesBack returns the ways on which a failure leads to the same attempt.
func comesBack(res exec.Result) []exec.Way {
	return slices.DeleteFunc(goingRound(res), movesOn)
}

// leadsBack returns the ways on which a failure leads to the same attempt; after a lost race
// that is also one with what was read again.
func leadsBack(res exec.Result) []exec.Way {
	round := goingRound(res)
	if every(round, func(w exec.Way) bool { return lostRace(w.Rounds[0].Conds) }) {
		return round
	}
	return comesBack(res)
}

// construct says what a loop is, by where failure and success lead.
func construct(fails exec.Result, back []exec.Way, succeeds exec.Result, answers []exec.Way) (Construct, string) {
	moved := 0
	for _, w := range fails.Ways {
		if len(w.Rounds) > 0 && movesOn(w) {
			moved++
		}
	}
	var leaves, again int
	var next []exec.Way
	for _, w := range succeeds.Ways {
		switch {
		case len(w.Rounds) == 0 && !stopped(w):
			leaves++
		case len(w.Rounds) == 0:
		case !movesOn(w):
			again++
		default:
			next = append(next, w)
		}
	}
	switch {
	case len(back) == 0 && len(answers) == 0 && moved > 0 && len(next) > 0:
		return FanOut, "each round handles something else"
	case len(back) == 0 && len(answers) == 0 && moved > 0:
		return Failover, "each round tries something else"
	case len(back) == 0 && len(answers) == 0 && again > 0 && slices.ContainsFunc(succeeds.Ways, waitsForState):
		return Poll, "a failure leaves the loop; a success may come back"
	case len(back) == 0 && len(answers) == 0 && again > 0:
		return FanOut, "a failure leaves the loop, a success asks for more at once"
	case len(back) == 0 && len(answers) == 0:
		return NoRetry, "a failure leaves the loop"
	case len(back) == 0 && every(answers, onlyNotFound):
		return Poll, onlyMissing
	case again+len(next)+leaves == 0 && succeeds.Idles && pauses(back) && idlesWith(back, succeeds.Idle):
		return Periodic, "success and failure wait for the same next round"
	case again+len(next)+leaves == 0 && succeeds.Idles:
		return Worker, "on failure the loop tries again, after success it waits for something new"
	case again+len(next) == 0 && endsWithItems(succeeds) && eachItem(back, answers, succeeds):
		return FanOut, "each round belongs to another item"
	case again+len(next) == 0:
		return Retry, "a failure leads back to the attempt, a success leaves the loop"
	case len(answers) > 0 && again+len(next) == len(answers):
		return Retry, "a failing answer leads back to the attempt, a success leaves the loop"
	case eachItem(back, answers, succeeds):
		return FanOut, "each round belongs to another item"
	case leaves > 0 && len(next) > 0 && pauses(next):
		return Worker, "on failure the loop tries again, after success it waits for the next item"
	case leaves > 0 && len(next) > 0:
		return Retry, "a failure leads back to the attempt, a success to the next one"
	case leaves > 0:
		if judgedFailed(succeeds, answers) {
			return Retry, "a failure, also of a later step, leads back to the attempt"
		}
		return Poll, "a success may come back as well as a failure"
	case pauses(back) && sameWay(back, succeeds):
		return Periodic, "success and failure take the same way round"
	case leaves == 0 && len(next) == 0 && handlesItem(back):
		return FanOut, "each round handles what it was given anew"
	case len(next) > 0:
		return Worker, "on failure the loop tries again, after success it takes the next item"
	}
	return Reconnect, "on failure the loop tries again, after success it comes back"
}

// waitsForState reports whether a way goes round to the same attempt and waits before it,
// or may: what asks again at once takes page after page.
func waitsForState(w exec.Way) bool {
	return len(w.Rounds) > 0 && !movesOn(w) && (len(w.Rounds[0].Pauses) > 0 || w.Rounds[0].MayWait)
}

// eachItem reports whether a failure as well as a success only come back with the next
// item of a collection that is no schedule of waits.
func eachItem(back, answers []exec.Way, succeeds exec.Result) bool {
	isScheduled := func(p exec.Pause) bool { return p.Dur != nil && p.Dur.Mentions(isElement) }
	asksForMore := func(c exec.Cond) bool { return c.Exit && c.Term.IsMore() }
	return every(slices.Concat(back, answers, goingRound(succeeds)), func(w exec.Way) bool {
		return !slices.ContainsFunc(w.Rounds[0].Pauses, isScheduled) && slices.ContainsFunc(w.Rounds[0].Conds, asksForMore)
	})
}

// endsWithItems reports whether a loop over a collection goes on to its end after a success.
func endsWithItems(succeeds exec.Result) bool {
	noMore := func(c exec.Cond) bool { return c.Exit && endsUnknown(c) }
	return every(succeeds.Ways, func(w exec.Way) bool {
		return len(w.Rounds) > 0 || slices.ContainsFunc(w.Last.Conds, noMore)
	})
}

// untilDone reports whether the operation comes back because it says that it is not
// done yet: it returns a flag, or is asked, and false leads back.
func untilDone(back []exec.Way) bool {
	notDone := func(c exec.Cond) bool {
		asked := c.Term.Kind == exec.App && completion.MatchString(lastName(c.Term.Name))
		return !c.Holds && c.Term.Outcome && (c.Term.Kind == exec.Sym || asked)
	}
	return every(back, func(w exec.Way) bool { return slices.ContainsFunc(w.Rounds[0].Conds, notDone) })
}

// stopped reports whether a way left the loop for a reason that has nothing to
// do with the answer: somebody closed a channel, set a flag or cancelled a later step.
func stopped(w exec.Way) bool {
	for _, p := range w.Last.Pauses {
		if p.Dur == nil {
			return true
		}
	}
	conds := w.Last.Conds
	// Bodies of other packages have no positions.
	if i := slices.IndexFunc(conds, func(c exec.Cond) bool { return c.Pos.IsValid() && c.Pos == w.Exit.Pos }); i >= 0 {
		return !conds[i].Term.Outcome || conds[i].Holds && conds[i].Term.AsksCanceled()
	}
	return len(conds) > 0 && !slices.ContainsFunc(conds, func(c exec.Cond) bool { return c.Term.Outcome })
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
	for _, w := range goingRound(succeeds) {
		known[waits(w)] = true
	}
	return every(back, func(w exec.Way) bool { return known[waits(w)] })
}

// ticks reports whether nothing but the tick of a ticker is waited for: something is done at
// intervals, whatever comes of it.
func ticks(ways []exec.Way) bool {
	return pauses(ways) && every(ways, func(w exec.Way) bool {
		return every(w.Rounds[0].Pauses, func(p exec.Pause) bool { return p.Ticks })
	})
}

// idlesWith reports whether nothing is waited for on some ways but what a loop that has
// nothing to do waits for.
func idlesWith(back []exec.Way, idle []exec.Pause) bool {
	return every(back, func(w exec.Way) bool {
		return every(w.Rounds[0].Pauses, func(p exec.Pause) bool {
			return slices.ContainsFunc(idle, func(i exec.Pause) bool { return i.Site == p.Site })
		})
	})
}

// pauses reports whether something is waited for on every way.
func pauses(ways []exec.Way) bool {
	return every(ways, func(w exec.Way) bool { return len(w.Rounds[0].Pauses) > 0 })
}

// judgedFailed reports whether successes come back only because a later step failed, or
// the status was none of a success, or the answer is empty: each other such way has seen an
// error that depends on the answer.
func judgedFailed(succeeds exec.Result, answers []exec.Way) bool {
	failed := func(c exec.Cond) bool {
		return laterFailure(c) || keptFailure(c) || lacks(c) || c.Holds && asksToRetry(c.Term)
	}
	return every(goingRound(succeeds), func(w exec.Way) bool {
		refuses := len(answers) > 0 && refused(w.Asks, w.Rounds[0].Answers)
		return refuses || slices.ContainsFunc(w.Rounds[0].Conds, failed)
	})
}

// keptFailure reports whether a condition says that a variable or field holds an error, by
// its name: something failed when it was set up.
func keptFailure(c exec.Cond) bool {
	if c.Holds || !c.Term.IsNilTest() || c.Term.Outcome {
		return false
	}
	return slices.ContainsFunc(c.Term.Args, func(t *exec.Term) bool {
		name := strings.ToLower(t.String())
		return strings.HasSuffix(name, "err") || strings.HasSuffix(name, "error")
	})
}

// lacks reports whether a condition says that an answer has no content: a field of it is nil.
func lacks(c exec.Cond) bool {
	return c.Holds && c.Term.IsNilTest() && c.Term.Outcome && slices.ContainsFunc(c.Term.Args, func(t *exec.Term) bool { return t.IsField() })
}

// asksToRetry reports whether a condition is the judgement of a function on the answer
// that, by its name, says whether to try again, or a part of the answer whose name says so.
// The name decides because a judgement that cannot be followed leaves open whether it
// means a failure or a state.
func asksToRetry(t *exec.Term) bool {
	if !t.Outcome || t.Kind != exec.App {
		return false
	}
	saysRetry := func(name string) bool {
		name = strings.ToLower(name)
		return strings.Contains(name, "retr") && !strings.Contains(name, "retry-after")
	}
	return t.Result && saysRetry(t.Name) || t.Mentions(func(part *exec.Term) bool { return part.Kind == exec.Str && saysRetry(part.Name) })
}

// movesOn reports whether the next attempt is about something else: it is given other
// arguments, or is made because the next item is the one that calls for it, as the last was.
func movesOn(w exec.Way) bool {
	isItem := func(c exec.Cond) bool {
		return c.Holds && !c.Term.Outcome && c.Term.Kind == exec.App && c.Term.Name == "==" &&
			slices.ContainsFunc(c.Term.Args, func(t *exec.Term) bool { return t.Kind == exec.Str }) && c.Term.Mentions(isElement)
	}
	return !sameArgs(w.FirstArgs, w.Rounds[0].Args) || slices.ContainsFunc(w.Rounds[0].Conds, isItem)
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

// alike reports whether two values are the same but for points in time and what bounds
// a context. A number within a name, a request or an index tells one item from the next.
func alike(a, b *exec.Term) bool {
	a, b = a.WithoutBound(), b.WithoutBound()
	if a == b || a.Clock && b.Clock || a.IsFilled() && b.Kind == exec.Zero || b.IsFilled() && a.Kind == exec.Zero {
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
		every(ways, func(w exec.Way) bool {
			return slices.ContainsFunc(w.FirstArgs, func(arg *exec.Term) bool { return arg.Mentions(wraps) })
		})
}

// picks reports whether the attempts are given what a method in the round before
// returned that takes nothing but a context and cannot fail, or are made on what a call
// returned that by its name chooses and cannot fail, or what was looked up: it may be the
// same or the next. An answer that is asked for its error is not picked.
func picks(c candidate, ways []exec.Way) bool {
	if slices.ContainsFunc(ways, func(w exec.Way) bool {
		args := w.Rounds[0].Args
		return len(args) > 0 && args[0].Mentions((*exec.Term).IsLookup)
	}) {
		return true
	}
	return givenBy(ways, func(call *ir.Instr, arg int) bool {
		if call.Callee.Err >= 0 || reach.IsStandard(call.Callee.Pkg) || c.asks && arg == 0 && calledName(call) == c.op.ID {
			return false
		}
		given := len(call.X)
		if call.Callee.Context {
			given--
		}
		// A method of a value does not change what it is called on.
		changes := call.Callee.Method != "" || strings.HasPrefix(call.Callee.Func, "(*")
		return arg == 0 && chooses(calledName(call)) || arg > 0 && given <= 1 && changes
	})
}

// choosing are the beginnings of the names of functions that may return another target
// each time. A part of a client, or a statement that is put together, has the name of a
// thing.
var choosing = []string{
	"Acquire", "Any", "Balance", "Borrow", "Checkout", "Choose", "Create", "Ensure", "Find", "Get", "Lookup", "Next", "Obtain", "Pick", "Pop", "Random",
	"Resolve", "Rotate", "Select", "Take",
}

// chooses reports whether a function, by its name, chooses among several things.
func chooses(name string) bool { return doesOneOf(choosing, name) }

// handlesItem reports whether the attempts are given what a call in the round
// before returned.
func handlesItem(back []exec.Way) bool {
	return receives(back) || givenBy(back, func(call *ir.Instr, _ int) bool { return calledName(call) != "" })
}

// receives reports whether each round takes in something new before the attempt, by a
// call that blocks until there is something. Such calls are known by name only.
func receives(back []exec.Way) bool {
	takesIn := func(call *ir.Instr) bool {
		name := lastName(calledName(call))
		// A queue is asked for nothing in particular.
		isQueue := name == "Get" && call.Callee.Err < 0 && len(call.X) == 1
		return call.Callee.Results > 1 && (isQueue || slices.ContainsFunc(receiving, func(prefix string) bool { return strings.HasPrefix(name, prefix) }))
	}
	return every(back, func(w exec.Way) bool { return slices.ContainsFunc(w.Rounds[0].Calls, takesIn) })
}

// taking are the beginnings of the names of functions that take the next of a stream, another
// one each time.
var taking = append([]string{"Next", "Read"}, receiving...)

// skips reports whether a way is taken at once for one kind of error: not because there is no
// answer, but because of what is wrong with it.
func skips(w exec.Way) bool {
	isKind := func(c exec.Cond) bool { return c.Holds && c.Term.Outcome && !c.Term.IsNilTest() }
	return len(w.Rounds[0].Pauses) == 0 && !w.Rounds[0].MayWait && slices.ContainsFunc(w.Rounds[0].Conds, isKind)
}

// receiving are the beginnings of the names of functions that block until they have
// something new.
var receiving = []string{"Accept", "Recv", "Receive", "Dequeue", "Pop"}

// givenBy reports whether an attempt is given, in an argument that f accepts together
// with the call, what that call in the round before returned.
func givenBy(ways []exec.Way, f func(call *ir.Instr, arg int) bool) bool {
	for _, w := range ways {
		round := w.Rounds[0]
		for _, call := range round.Calls {
			name := calledName(call)
			returned := func(t *exec.Term) bool { return t.Call && t.Name == name }
			for i, arg := range round.Args {
				if f(call, i) && arg.Mentions(returned) {
					return true
				}
			}
		}
	}
	return false
}

// every reports whether all of some things satisfy f.
func every[T any](things []T, f func(T) bool) bool {
	return !slices.ContainsFunc(things, func(t T) bool { return !f(t) })
}

// calledName returns the name of the function or interface method that is called,
// "" for a function value.
func calledName(call *ir.Instr) string {
	return cmp.Or(call.Callee.Func, call.Callee.Method)
}
