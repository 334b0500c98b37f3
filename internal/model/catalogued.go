package model

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/clients"
	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/reach"
)

// catalogued completes what running a retrier's body showed with what the catalogue knows
// of it, as the call configures it; loop is nil if it could not be run.
func (p *pkg) catalogued(fn *ssa.Function, call *ssa.Call, loop *Loop) *Loop {
	expr := p.callAt(call.Pos())
	if expr == nil {
		return loop
	}
	r := p.clients.Retrier(expr)
	if r == nil {
		return loop
	}
	if loop != nil && !every(loop.Sites, func(s *Site) bool { return s.Construct == Undecided }) {
		for _, site := range loop.Sites {
			site.takeFrom(r)
		}
		return loop
	}
	handed := p.handedTo(call)
	param := p.handedOn(call)
	if handed.Remote == reach.Local && param == nil {
		return loop
	}
	if handed.Remote > reach.Local {
		param = nil
	}
	loop = &Loop{Declaration: p.declaration(fn), Node: expr, From: expr.Pos(), To: expr.End()}
	marks := p.clients.Marks(expr)
	for _, c := range p.handedAttempts(call, handed, param) {
		site := &Site{Loop: loop, Op: c.op, Attempts: attemptsOf(r.Attempts), Waits: -1}
		site.Construct, site.Why = constructOf(r, marks)
		if site.Construct.IsSite() {
			site.Paths = []Path{{Wait: waitFrom(r)}}
		}
		loop.Sites = append(loop.Sites, site)
	}
	return loop
}

// handedTo returns the summary of the functions that a call is given.
func (p *pkg) handedTo(call *ssa.Call) reach.Summary {
	var handed reach.Summary
	for _, arg := range handedValues(call) {
		if s := p.handed(arg); s.Remote > handed.Remote {
			handed = s
		}
	}
	return handed
}

// takeFrom fills in what running the body did not show.
func (s *Site) takeFrom(r *clients.Retrier) {
	if r.Entry.Optimistic && s.Construct.IsSite() {
		s.Construct, s.Why = constructOf(r, clients.Marks{})
		return
	}
	if s.Construct == Retry && s.Attempts.Kind == UnknownCount && s.Attempts.Text == "" {
		if a := attemptsOf(r.Attempts); a.Kind != UnknownCount {
			s.Attempts = a
		}
		if limit := s.limit(); limit > 0 && s.Attempts.Kind == TimeBounded {
			// What was configured was seen, and is not what holds by default.
			s.Attempts = Attempts{Kind: TimeBounded, Text: exec.DurationText(limit)}
		}
	}
	wait := waitFrom(r)
	for i := range s.Paths {
		if s.Paths[i].Wait.Kind == UnknownWait {
			s.Paths[i].Wait = wait
		}
	}
	s.assumeRemote()
}

// limit returns the time after which the conditions on the way to another attempt end it, in
// nanoseconds; 0 if they say nothing of that.
func (s *Site) limit() int64 {
	for _, path := range s.Paths {
		for _, c := range path.Conditions {
			if t := c.Term; !c.Holds && t.Kind == exec.App && t.Name == "<" && t.Args[0].Kind == exec.Int && t.Args[1].Clock {
				return t.Args[0].Int
			}
		}
	}
	return 0
}

// constructOf says what the call of a retrier is.
func constructOf(r *clients.Retrier, marks clients.Marks) (Construct, string) {
	only := slices.Contains(r.Entry.Decision.Errors, catalog.OnlyMarked)
	switch {
	case r.Entry.Periodic:
		return Periodic, r.Library + " runs it again whether it failed or not"
	case r.Entry.Poll:
		return Poll, r.Library + " runs it again for \"not yet\", and an error ends that"
	case r.Entry.Optimistic:
		return Optimistic, r.Library + " runs only a lost race again"
	case r.Attempts.Once():
		return NoRetry, "one attempt"
	case only && !marks.Retriable:
		return NoRetry, r.Library + " runs again only what is marked, and nothing is"
	case marks.Selective:
		return Undecided, "which errors are marked final is not followed"
	case r.Decides:
		return Undecided, "which failures are run again is decided by a function that is not followed"
	}
	return Retry, r.Library + " runs it again after a failure"
}

// attemptsOf returns a bound of the catalogue as a count.
func attemptsOf(b catalog.Bound) Attempts {
	switch b.Kind {
	case catalog.Counted:
		return Attempts{Kind: Exact, N: int64(b.N)}
	case catalog.Timed:
		return Attempts{Kind: TimeBounded, N: int64(b.N), Text: exec.DurationText(int64(b.Within))}
	case catalog.Unlimited, catalog.UntilDeadline:
		return Attempts{Kind: Unbounded}
	}
	return Attempts{Kind: UnknownCount, Why: "it is decided out of sight"}
}

// waitFrom returns the wait of a retrier as it is configured.
func waitFrom(r *clients.Retrier) Wait {
	unknown := Wait{Kind: UnknownWait}
	switch r.Wait.Jitter {
	case catalog.NoJitter:
	case catalog.SomeJitter, catalog.FullJitter:
		return Wait{Kind: Jittered}
	default:
		return unknown
	}
	switch r.Wait.Kind {
	case catalog.NoWait:
		return Wait{Kind: NoWait}
	case catalog.ConstantWait:
		if r.Wait.Base > 0 {
			return Wait{Kind: Constant, Text: exec.DurationText(int64(r.Wait.Base)), Known: true}
		}
		return Wait{Kind: Constant, Text: r.Text}
	case catalog.GrowingWait:
		return Wait{Kind: Growing, Text: r.Text}
	}
	return unknown
}
