package model

import (
	"go/ast"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/answer"
	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/ir"
	"github.com/retrylint/retrylint/internal/lower"
	"github.com/retrylint/retrylint/internal/reach"
)

// Decision says which answers to an attempt lead to another one.
type Decision struct {
	// Again are the answers that surely do, Stops those that surely do not.
	Again, Stops answer.Set
	// Exact says that Again are all: every condition on the answer could be computed.
	Exact bool
	// Looks says that the code asks for the status or the code of the answer.
	Looks bool
	// Excused are the answers among Again that the code has a reason to ask again for.
	Excused answer.Set
	// Wholesale says that the errors of a call come back whatever they carry.
	Wholesale bool
	// Retransmits says that errors that carry neither lead back too.
	Retransmits bool
	// Call is the call that gets the answer: the operation, or one further down.
	Call string
}

// Reports reports whether an answer that does not change leads to another attempt.
func (d *Decision) Reports() bool { return !d.Final().IsEmpty() }

// Inverted reports whether the decision is the wrong way round: what is final comes
// back, and of what is transient all that is singled out stops.
func (d *Decision) Inverted() bool {
	transient := answer.Statuses(500, 599).Or(answer.Of(answer.Status(429)))
	return d.Exact && d.Looks && d.Again.And(transient).IsEmpty() && !d.Stops.And(transient).IsEmpty()
}

// Advice returns what should be retried instead.
func (d *Decision) Advice() string {
	if d.Final().HTTP().IsEmpty() {
		return "Unavailable and other codes that pass"
	}
	return "408, 425, 429, 5xx and network errors"
}

// Final returns the answers that lead to another attempt and that the same request gets
// again.
func (d *Decision) Final() answer.Set {
	if d == nil {
		return answer.Set{}
	}
	return d.Again.And(answer.Final()).Minus(d.Excused)
}

// answeringCall is a call of which the answer is known to carry a status or a code, or that
// cannot be followed further in this package.
type answeringCall struct {
	call ssa.CallInstruction
	into []*ssa.Function
	// responses are the calls further down, in other packages, that get the answers.
	responses []responding
}

// Limits on the calls that are looked at on behalf of an attempt.
const (
	maxAnswering      = 6
	maxAnsweringDepth = 4
)

// decide finds out, for the sites of a loop, which answers lead to another attempt.
func (p *pkg) decide(loop *Loop) {
	seen := make(map[ssa.CallInstruction]bool)
	for _, s := range loop.Sites {
		if !s.Construct.IsSite() || s.run == nil || s.found.isParam {
			continue
		}
		for _, ac := range p.answering(s.found) {
			if seen[ac.call] {
				continue
			}
			seen[ac.call] = true
			for _, d := range p.decisions(s, ac) {
				if !d.Again.IsEmpty() && (s.Decision == nil || s.Decision.Final().IsEmpty() && !d.Final().IsEmpty()) {
					s.Decision = d
				}
			}
		}
		if s.Decision != nil && s.Decision.Looks && s.Decision.Final().Len() <= maxNamed {
			// It knows what it asks again for.
			s.Probe = false
		}
		switch {
		case s.Construct != Retry:
		case s.Decision.only(missing):
			s.Construct, s.Why = Poll, onlyMissing
		case s.Decision.only(lost):
			s.Construct, s.Why = Optimistic, onlyConflict
		}
	}
}

const (
	onlyMissing  = "only 404 leads back: it waits for something to appear"
	onlyConflict = "only a conflict with another writer leads back"
)

// missing are the answers that something is not there, lost those that another writer was
// faster.
var (
	missing = answer.Of(answer.Status(404), answer.Status(410), answer.Code(5))
	lost    = answer.Of(answer.Status(409), answer.Status(412), answer.Code(10))
)

// only reports whether nothing leads to another attempt but some of the answers of a set.
func (d *Decision) only(set answer.Set) bool {
	if d == nil || d.Retransmits || d.Again.IsEmpty() || !d.Again.Minus(set).IsEmpty() {
		return false
	}
	if !d.Looks && d.Stops.IsEmpty() {
		// Nothing else is known to come.
		return false
	}
	return d.Exact || answer.Statuses(400, 599).Minus(set).Minus(d.Stops).IsEmpty()
}

// answering returns the calls further down that get the answers to an attempt.
func (p *pkg) answering(c candidate) []answeringCall {
	var found []answeringCall
	p.addAnswering(c.attempt, c.into, maxAnsweringDepth, &found)
	return found
}

func (p *pkg) addAnswering(call ssa.CallInstruction, into []*ssa.Function, depth int, found *[]answeringCall) {
	if len(*found) >= maxAnswering {
		return
	}
	callee := call.Common().StaticCallee()
	if callee == nil || callee.Package() != p.ssa || len(callee.Blocks) == 0 || depth == 0 || slices.Contains(into, callee) || !carriedBy(call.Common()).IsEmpty() {
		ac := answeringCall{call: call, into: into}
		if callee != nil && callee.Package() != p.ssa {
			ac.responses = p.responses(lower.FuncName(callee))
		}
		*found = append(*found, ac)
		return
	}
	into = append(slices.Clip(into), callee)
	before := len(*found)
	for _, b := range callee.Blocks {
		for _, instr := range b.Instrs {
			inner, ok := instr.(*ssa.Call)
			if ok && reach.ReturnsError(inner.Call.Signature()) && p.summary(&inner.Call).Remote > reach.Local {
				p.addAnswering(inner, into, depth-1, found)
			}
		}
	}
	if len(*found) == before {
		*found = append(*found, answeringCall{call: call, into: into[:len(into)-1]})
	}
}

// responseOf returns the index of the *http.Response among the results of an attempt, -1
// if there is none or the attempt is made elsewhere.
func responseOf(c candidate, attempt *ir.Instr) int32 {
	if attempt == nil || attempt.Pos != c.attempt.Pos() {
		return -1
	}
	return lower.ResponseAmong(c.attempt.Common().Signature())
}

// absentFrom returns the index of the *http.Response that an attempt that fails does not
// return, -1 if it may: what has a request and nothing else, and is a function of net/http or
// stands for one, returns an error only if there is no response.
func absentFrom(c candidate, attempt *ir.Instr) int32 {
	common := c.attempt.Common()
	params := common.Signature().Params()
	if params.Len() != 1 || params.At(0).Type().String() != "*net/http.Request" {
		return -1
	}
	if fn := common.StaticCallee(); fn != nil && (fn.Pkg == nil || fn.Pkg.Pkg.Path() != "net/http") {
		return -1
	}
	return responseOf(c, attempt)
}

// carriedBy returns the statuses or codes that the errors of a call are known to carry.
func carriedBy(c *ssa.CallCommon) answer.Set {
	sig := c.Signature()
	if lower.TakesCallOptions(sig) {
		return answer.Codes(1, answer.LastCode)
	}
	path := ""
	if c.IsInvoke() {
		if c.Method.Pkg() != nil {
			path = c.Method.Pkg().Path()
		}
		if in := answer.CarriedBy(path); !in.IsEmpty() {
			return in
		}
		return asksFor(sig)
	} else if callee := c.StaticCallee(); callee != nil {
		path = lower.PkgPath(callee)
	}
	return answer.CarriedBy(path)
}

// asksFor returns the statuses or codes that the errors of a method carry that takes a
// request of a client's package: whoever implements it hands that to the client.
func asksFor(sig *types.Signature) answer.Set {
	for i := range sig.Params().Len() {
		ptr, ok := sig.Params().At(i).Type().(*types.Pointer)
		if !ok {
			continue
		}
		if named, ok := types.Unalias(ptr.Elem()).(*types.Named); ok && named.Obj().Pkg() != nil {
			if in := answer.CarriedBy(named.Obj().Pkg().Path()); !in.IsEmpty() {
				return in
			}
		}
	}
	return answer.Set{}
}

// decisions runs a loop for each answer to one call, or to the calls further down that get
// the answers, if all of them can be followed.
func (p *pkg) decisions(s *Site, ac answeringCall) []*Decision {
	into := slices.Collect(maps.Keys(names(ac.into)))
	var all []*Decision
	for _, r := range ac.responses {
		d, ok := p.decision(s, r.call, r.attempt, slices.Concat(into, r.into), []premise{r.premise()})
		if !ok {
			all = nil
			break
		}
		all = append(all, d)
	}
	attempt := s.run.Attempt
	if ac.call != s.found.attempt {
		attempt = instruction(p.bodies.lower(ac.call.Parent()), ac.call)
	}
	if attempt == nil {
		return all
	}
	d, _ := p.decision(s, calleeName(ac.call.Common()), attempt, into, p.carriers.premises(ac.call.Common()))
	if len(all) == 0 || d.Exact && slices.ContainsFunc(all, func(inner *Decision) bool { return !inner.Exact }) {
		return []*Decision{d}
	}
	for _, inner := range all {
		// Whether the error is looked at shows where it is returned.
		inner.Wholesale = d.Wholesale
	}
	return all
}

// decision runs a loop for each answer to one call; ok is false if that was too large for
// one of them.
func (p *pkg) decision(s *Site, call string, attempt *ir.Instr, into []string, premises []premise) (d *Decision, ok bool) {
	run := within(s.run, attempt, into)
	d, ok = &Decision{Exact: true, Call: call}, true
	for _, w := range premises {
		asked := *run
		asked.Ask = w.ask
		res := p.machine.Run(&asked, w.answer, oneRound, nil)
		if res.GaveUp {
			d.Exact, ok = false, false
			continue
		}
		d.add(s, w, res)
	}
	d.Stops = d.Stops.Minus(d.Again)
	d.Wholesale = d.Wholesale && d.Stops.HTTP().Or(d.Stops.GRPC()).IsEmpty()
	d.Excused = d.Excused.Or(p.documented(s))
	return d, ok
}

// add adds what a loop does in one world.
func (d *Decision) add(s *Site, from premise, res exec.Result) {
	known := from.known
	for _, w := range res.Ways {
		known = known.Or(w.Asks)
	}
	known = known.And(from.ask.Domain)
	succeeds := answer.Statuses(200, 299)
	leave, deciding := leaving(res)
	if res.Cut {
		// What the ways that were not looked at depend on is not known.
		deciding = nil
	}
	listed := slices.ContainsFunc(res.Ways, heldAgainstUnknown)
	exact, looked := true, false
	for _, w := range res.Ways {
		if len(w.Rounds) == 0 {
			d.Stops = d.Stops.Or(w.Last.Answers.And(known))
			continue
		}
		round := &w.Rounds[0]
		if succeeds.Minus(round.Answers).IsEmpty() {
			// It comes back after a success as well: not because of the answer.
			continue
		}
		looks := !w.Asks.IsEmpty()
		if !s.strict() {
			// Such a loop tries again whatever came.
			continue
		}
		sure, all := judged(round.Conds, deciding)
		if listed && slices.ContainsFunc(round.Conds, endsUnknown) {
			// What is not known may hold the answer.
			sure, all = false, false
		}
		exact = exact && sure && all && !w.Guess
		again := round.Answers
		switch {
		case !sure && res.Cut:
			// Who knows which leave.
			continue
		case !sure:
			// Whatever decides, no other way leaves with these.
			again = again.Minus(leave)
		}
		if withoutResponse(round.Conds, res) {
			again = again.Minus(answer.AllStatuses)
		}
		if again.IsEmpty() {
			continue
		}
		d.Again = d.Again.Or(again.And(known))
		d.Retransmits = d.Retransmits || !again.And(answer.Kinds()).IsEmpty()
		looked = looked || looks
		d.Excused = d.Excused.Or(excused(round, known))
	}
	d.Wholesale = d.Wholesale || from.answer == exec.Fails && !looked && exact && !d.Again.IsEmpty()
	d.Looks, d.Exact = d.Looks || looked, d.Exact && exact
}

// withoutResponse reports whether on a way there is no response, of which the status is asked
// for on others: then no status was answered.
func withoutResponse(conds []exec.Cond, res exec.Result) bool {
	return slices.ContainsFunc(conds, func(c exec.Cond) bool {
		if !c.Holds || !c.Term.Outcome || !c.Term.IsNilTest() {
			return false
		}
		reads := func(other exec.Cond) bool {
			return slices.ContainsFunc(c.Term.Args, func(holder *exec.Term) bool {
				return holder.Kind != exec.Nil && other.Term.ReadsStatusOf(holder)
			})
		}
		return slices.ContainsFunc(res.Ways, func(w exec.Way) bool {
			return slices.ContainsFunc(w.Last.Conds, reads) || slices.ContainsFunc(w.Rounds, func(r exec.Round) bool { return slices.ContainsFunc(r.Conds, reads) })
		})
	})
}

// leaving returns the answers with which a loop may be left because of the answer, and the
// conditions on the answer on the ways that leave.
func leaving(res exec.Result) (leave answer.Set, deciding map[*exec.Term]bool) {
	deciding = make(map[*exec.Term]bool)
	for _, w := range res.Ways {
		if len(w.Rounds) > 0 || stopped(w) {
			continue
		}
		asked := len(w.Last.Conds) == 0
		for _, c := range w.Last.Conds {
			asked = asked || c.Term.Outcome
			deciding[c.Term] = deciding[c.Term] || c.Term.Outcome
		}
		if asked {
			leave = leave.Or(w.Last.Answers)
		}
	}
	return leave, deciding
}

// heldAgainstUnknown reports whether a way depends on whether the answer is a number that is
// not known.
func heldAgainstUnknown(w exec.Way) bool {
	conds := w.Last.Conds
	if len(w.Rounds) > 0 {
		conds = w.Rounds[0].Conds
	}
	return slices.ContainsFunc(conds, func(c exec.Cond) bool {
		return c.Term.Outcome && !c.Decided && c.Term.Name == "==" && !c.Term.IsNilTest() && !c.Term.NamesError()
	})
}

// endsUnknown reports whether a condition takes a collection that is not known for one that
// ends here.
func endsUnknown(c exec.Cond) bool { return c.Term.IsMore() && !c.Holds }

// maxNamed is the number of final answers up to which code names them, and does not only set
// others aside.
const maxNamed = 8

// strict reports whether a site is to know why it tries again: it makes something happen for
// somebody, and does not only keep something up or wait for something to change. A poll that counts
// the errors it takes for an answer retries these.
func (s *Site) strict() bool {
	return s.Construct == Retry && (!s.Polls || s.Attempts.Kind == Exact) && !s.connects()
}

// connecting matches the names of functions that establish what is then used for a while.
var connecting = regexp.MustCompile(`(?i)connect|dial|subscribe|watch|stream`)

// connects reports whether a site establishes, by the name of what it attempts, a
// connection, and tries that for as long as it takes: whoever uses the connection comes back
// when it breaks, which its callers show and not its own control flow.
func (s *Site) connects() bool {
	bounded := s.Attempts.isKnown() || s.Attempts.Kind == TimeBounded
	return s.Construct == Retry && !bounded && connecting.MatchString(lastName(s.Op.Text))
}

// judged reports whether conditions on the answer that were not computed leave it open
// whether the answers at hand take the way: sure says that they do not, exact that there
// are none. Of deciding, the conditions on the answer on which it depends whether the loop
// is left, all others decide nothing; nil stands for all.
func judged(conds []exec.Cond, deciding map[*exec.Term]bool) (sure, exact bool) {
	exact = true
	for _, c := range conds {
		if !c.Term.Outcome || c.Decided || deciding != nil && !deciding[c.Term] {
			continue
		}
		exact = false
		if !excludesLittle(c) {
			return false, false
		}
	}
	return true, exact
}

// excludesLittle reports whether a condition on an answer only sets aside a named error,
// a text or a failure of a later step.
func excludesLittle(c exec.Cond) bool {
	t := c.Term
	if t.IsNilTest() {
		return c.Holds
	}
	if c.Holds || t.Kind != exec.App {
		return false
	}
	switch t.Name {
	case "errors.Is", "errors.As", "strings.Contains", "strings.HasPrefix", "strings.HasSuffix", "strings.EqualFold":
		return true
	case "==":
		return t.NamesError()
	}
	return t.AsksConcreteType()
}

// renews matches the names of functions that replace a credential, concerns those of
// functions that have to do with one.
var (
	renews   = regexp.MustCompile(`(?i)refresh([^e]|er|$)|renew|reauth|relogin|login|authenticate|authorize|invalidate|rotate`)
	concerns = regexp.MustCompile(`(?i)token|auth|login|credential|session|refresh([^e]|er|$)|renew|creds`)
)

// excused returns the answers that a way has a reason to ask again for: 401 and 403 once
// a credential is replaced. Where the code singles them out, less is asked of the name.
func excused(round *exec.Round, known answer.Set) answer.Set {
	denied := answer.Of(answer.Status(401), answer.Status(403), answer.Status(407), answer.Status(419), answer.Code(16), answer.Code(7))
	match := renews
	if round.Answers.And(known).Minus(denied).IsEmpty() {
		match = concerns
	}
	if slices.ContainsFunc(round.Called, func(name string) bool { return match.MatchString(lastName(name)) }) {
		return denied
	}
	return answer.Set{}
}

// announces matches comments that say that the answer is going to change.
var announces = regexp.MustCompile(`(?i)eventual|consisten|propagat|not (yet|immediately|ready)|race|conflict|become|appear|visible|available yet|until .* (exist|ready|created)`)

// documented returns the answers of which a comment at the site says that they change.
func (p *pkg) documented(s *Site) answer.Set {
	file := reach.FileAt(p.pass, s.Loop.From)
	if file == nil {
		return answer.Set{}
	}
	for _, group := range file.Comments {
		above := p.pass.Fset.Position(s.Loop.From).Line - p.pass.Fset.Position(group.End()).Line
		if (group.Pos() >= s.Loop.From && group.End() <= s.Loop.To || above >= 0 && above <= 1) && announces.MatchString(text(group)) {
			return answer.Of(answer.Status(404), answer.Status(409), answer.Status(412), answer.Code(5), answer.Code(6), answer.Code(9))
		}
	}
	return answer.Set{}
}

func text(group *ast.CommentGroup) string { return strings.ReplaceAll(group.Text(), "\n", " ") }
