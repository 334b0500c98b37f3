package exec

import (
	"go/token"
	"strings"
	"time"

	"github.com/retrylint/retrylint/internal/ir"
)

// The names of terms that stand for contexts, and for the channel of a context's end.
const (
	doneChan = "done channel"
	// deadlineCtx is a context that ends at Args[1]; Args[2] is the time or instant it
	// was made with.
	deadlineCtx = "context with deadline"
	cancelCtx   = "context with cancel"
	valueCtx    = "context with value"
	detachedCtx = "context without cancel"
	rootCtx     = "context without end"
	// deadlineIn is the end of a context that lasts Args[0].
	deadlineIn = "deadline"
)

// context executes the functions of package context.
func (r *run) context(s *state, in *ir.Instr, name string, args []*Term) (*Term, bool) {
	derived := func(name string, args ...*Term) *Term {
		// It knows where it was made, and whether that is done for each attempt.
		t := Term{Kind: App, Name: name, Args: args, NonNil: true, Int: int64(in.Pos) << 1}
		if s.arrived {
			t.Int++
		}
		for _, a := range args {
			t.Outcome, t.Call = t.Outcome || a.Outcome, t.Call || a.Call
		}
		return r.intern(t)
	}
	switch name {
	case "context.Background", "context.TODO":
		return derived(rootCtx), true
	case "context.WithoutCancel":
		return derived(detachedCtx, args[0]), true
	case "context.WithValue":
		// What it carries does not bound anything, and may differ from round to round.
		return derived(valueCtx, args[0]), true
	case "context.WithCancel", "context.WithCancelCause":
		return r.tuple(derived(cancelCtx, args[0]), r.sym("cancel")), true
	case "context.WithTimeout", "context.WithDeadline", "context.WithTimeoutCause", "context.WithDeadlineCause":
		end := args[1]
		if strings.Contains(name, "Timeout") {
			end = r.intern(Term{Kind: App, Name: deadlineIn, Args: []*Term{args[1]}, Clock: true, Outcome: args[1].Outcome, Call: args[1].Call})
			if args[1].Kind == Int && s.clockOK {
				end = r.intern(Term{Kind: Time, Int: s.clock + args[1].Int, Clock: true})
			}
		}
		return r.tuple(derived(deadlineCtx, args[0], end, args[1]), r.sym("cancel")), true
	case "(context.Context).Err":
		s.watches(args[0])
		switch {
		case r.over(s, args[0]):
			s.way.Clock, s.way.Limit = true, max(r.ends(s, args[0]), 0)
			return r.intern(Term{Kind: Sym, Name: "context.DeadlineExceeded", NonNil: true}), true
		case r.cancelled && args[0].ofCaller():
			s.round.SawEnd = true
			return r.canceled(), true
		}
		return r.nil(), true
	case "(context.Context).Done":
		return r.app(doneChan, args[0]), true
	}
	return nil, false
}

// canceled returns the error of a context that was cancelled.
func (r *run) canceled() *Term {
	return r.outside(r.intern(Term{Kind: Sym, Name: canceledVar, NonNil: true}), "")
}

// canceledVar names the variable context.Canceled.
const canceledVar = "&context.Canceled"

// parent returns the context that a context is derived from, nil if there is none in
// sight. A call that takes a context and returns another is taken to derive it.
func (t *Term) parent() *Term {
	if t.Kind != App || t.Name == rootCtx || t.Name == opLoad || len(t.Args) == 0 {
		return nil
	}
	return t.Args[0]
}

// WithoutBound returns the context that a context was derived from which ends earlier;
// of anything else it returns that.
func (t *Term) WithoutBound() *Term {
	for t != nil && t.Kind == App && (t.Name == deadlineCtx || t.Name == cancelCtx) {
		t = t.Args[0]
	}
	return t
}

// ofCaller reports whether somebody else can end a context: it is derived from one
// that came from outside, or was made for all attempts together.
func (t *Term) ofCaller() bool {
	for ; t != nil; t = t.parent() {
		switch {
		case t.Kind == App && (t.Name == rootCtx || t.Name == detachedCtx):
			return false
		case t.Kind == App && (t.Name == deadlineCtx || t.Name == cancelCtx) && t.Int&1 == 0:
			return true
		}
	}
	return true
}

// DoneOf returns the context whose end a channel tells, nil if it tells something
// else.
func (t *Term) DoneOf() *Term {
	if t.Kind == App && t.Name == doneChan {
		return t.Args[0]
	}
	return nil
}

// IsTimer reports whether t is the channel of a timer.
func (t *Term) IsTimer() bool { return isTimer(t) }

// EndsWithCaller reports whether the context t ends when somebody else ends it.
func (t *Term) EndsWithCaller() bool { return t.ofCaller() }

// over reports whether a context has ended by its own deadline.
func (r *run) over(s *state, ctx *Term) bool {
	for ; ctx != nil && !isDetached(ctx); ctx = ctx.parent() {
		if ctx.Kind == App && ctx.Name == deadlineCtx && ctx.Args[1].Kind == Time && s.clockOK {
			s.readsClock = true
			if s.clock >= ctx.Args[1].Int {
				return true
			}
		}
	}
	return false
}

func isDetached(ctx *Term) bool { return ctx.Kind == App && ctx.Name == detachedCtx }

// ends returns when a context ends by its own deadline, -1 if that is not known.
func (r *run) ends(s *state, ctx *Term) int64 {
	first := int64(-1)
	for ; ctx != nil && !isDetached(ctx); ctx = ctx.parent() {
		if ctx.Kind == App && ctx.Name == deadlineCtx && ctx.Args[1].Kind == Time && s.clockOK && (first < 0 || ctx.Args[1].Int < first) {
			first = ctx.Args[1].Int
		}
	}
	return first
}

// Allowed returns how long the context lasts of which t is the end, "" if it was made with
// an instant.
func (t *Term) Allowed() string {
	switch {
	case t.Kind != App || t.Name != deadlineIn:
		return ""
	case t.Args[0].Kind == Int:
		return DurationText(t.Args[0].Int)
	case t.Args[0].Mentions(func(u *Term) bool { return u.Kind == Int && u.Int >= int64(time.Millisecond) }):
		// In nanoseconds a formula says nothing to anybody.
		return ""
	}
	return t.Args[0].String()
}

// watches notes that the end of a context is looked at.
func (s *state) watches(ctx *Term) {
	for ; ctx != nil && !isDetached(ctx) && s.way.Until == nil; ctx = ctx.parent() {
		if ctx.Kind == App && ctx.Name == deadlineCtx && ctx.Int&1 == 0 && ctx.Args[1].Kind != Time {
			s.way.Until = ctx.Args[1]
		}
	}
}

// done reports whether the channel of a context's end delivers at once.
func (r *run) done(s *state, ch *Term) bool {
	ctx := ch.DoneOf()
	switch {
	case ctx == nil:
		return false
	case r.over(s, ctx):
		return true
	}
	s.watches(ctx)
	ended := r.cancelled && ctx.ofCaller()
	s.round.SawEnd = s.round.SawEnd || ended
	return ended
}

// refuses reports whether a call that is not followed fails because it is given a
// context that is over.
func (r *run) refuses(s *state, in *ir.Instr) bool {
	if !r.cancelled || in.Callee.ContextIn == 0 {
		return false
	}
	return r.operand(s.top(), in.X[in.Callee.ContextIn-1]).ofCaller()
}

// isCanceled reports whether err, as far as it is known, is target in the world where
// the contexts of callers are over: a failed attempt that was given one returns its error.
func (r *run) isCanceled(s *state, err, target *Term) (is, known bool) {
	if !r.cancelled || target.Kind != App || target.Name != opLoad || !err.Mentions(isLeaf) {
		return false, false
	}
	switch target.Args[0].Name {
	case canceledVar:
		return s.given, s.given
	case "&context.DeadlineExceeded":
		return false, s.given
	}
	return false, false
}

// schedules notes that the last pause only sets a timer.
func (s *state) schedules() {
	if n := len(s.round.Pauses); n > 0 && s.started {
		s.round.Pauses[n-1].Scheduled = true
	}
}

// endedBy notes what ends the last pause early.
func (s *state) endedBy(before int, ends []*Term) {
	if len(s.round.Pauses) > before {
		s.round.Pauses[len(s.round.Pauses)-1].Ends = ends
	}
}

// MadeAt returns where a context that a function of package context made was made,
// and whether that is done anew for each attempt.
func (t *Term) MadeAt() (pos token.Pos, each bool) { return token.Pos(t.Int >> 1), t.Int&1 == 1 }

// attemptContext returns the context that an attempt is given, by itself or within a
// request; nil if there is none in sight.
func (r *run) attemptContext(s *state, in *ir.Instr) *Term {
	if i := in.Callee.ContextIn; i > 0 {
		return r.operand(s.top(), in.X[i-1])
	}
	for _, x := range in.X {
		if ctx := r.requestContext(r.operand(s.top(), x)); ctx != nil {
			return ctx
		}
	}
	return nil
}

// requestContext returns the context of an HTTP request, nil if it is not in sight.
func (r *run) requestContext(req *Term) *Term {
	if req.Kind == App && req.Name == opExtract && req.Int == 0 {
		req = req.Args[0]
	}
	if req.Kind != App {
		return nil
	}
	switch {
	case req.Name == "net/http.NewRequestWithContext" && len(req.Args) > 0:
		return req.Args[0]
	case (req.Name == "(*net/http.Request).WithContext" || req.Name == "(*net/http.Request).Clone") && len(req.Args) > 1:
		return req.Args[1]
	case req.Name == "net/http.NewRequest":
		return r.intern(Term{Kind: App, Name: rootCtx, NonNil: true})
	}
	return nil
}
