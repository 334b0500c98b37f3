package model

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/record"
)

// Deaf is how a site does not listen to a caller that has gone.
type Deaf struct {
	// Ender is what it could listen to; nil for a function that runs again what it is
	// handed, and leaves its callers no way to end that.
	Ender *Ender
	// Path is the way on which it does not.
	Path *Path
	// GoesOn says that the next attempt is made although the caller has gone; else
	// it is the wait before that goes on.
	GoesOn bool
	// Saw says that it looked and goes on all the same.
	Saw bool
	// Sleeps are the calls that wait, in source order. It is nil unless each of them
	// does nothing else and all of them together make up these waits.
	Sleeps []*ast.CallExpr
	// AsksAgain says that another attempt is made after such a wait although the caller has
	// gone.
	AsksAgain bool
	// told says that it waits only as long as the server tells it to, or as long as a function of
	// another module does that is given the context.
	told bool
}

// Confidence returns how sure a finding about a site is. It makes no difference whether the
// site only waits until something answers. A few attempts in a row that fail because nobody
// waits for them do little harm, nor does one wait that the server asked for; and what another
// module does not do is not for this one to mend.
func (d *Deaf) Confidence(site *Site) record.Confidence {
	c := site.Op.confidence()
	switch {
	case d.told:
		return record.Low
	case d.GoesOn && c == record.High:
		return record.Medium
	}
	return c
}

// Waits returns the wait as messages print it, "" if it has no name.
func (d *Deaf) Waits() string { return d.Path.Wait.Text }

// deaf finds how sites do not listen.
func (p *pkg) deaf(res *Result) {
	for _, loop := range res.Loops {
		if loop.StandIn {
			continue
		}
		var ender *Ender
		looked := false
		for _, site := range loop.Sites {
			// A lost race and what is not there yet are waited for as long.
			if !site.Construct.IsSite() && site.Construct != Optimistic && len(site.Paths) == 0 {
				continue
			}
			if !looked {
				looked, ender = true, p.enderAt(loop)
			}
			if ender != nil || p.serves(loop, site) {
				site.Deaf = p.deafOf(res, loop, site, ender)
			}
		}
	}
}

func (p *pkg) deafOf(res *Result, loop *Loop, site *Site, ender *Ender) *Deaf {
	d := &Deaf{Ender: ender, AsksAgain: ender == nil || ender.IsContext && site.asksAgain, told: true}
	all := true
	for i := range site.Paths {
		path := &site.Paths[i]
		listens := slices.ContainsFunc(path.pauses, listens)
		for _, pause := range path.pauses {
			within := loop.From <= pause.Pos && pause.Pos < loop.To
			if !p.oversleeps(loop, pause) || !within && (listens || !loop.OwnHelper && res.toldElsewhere(loop, pause)) {
				// A moment that the operation takes for itself is part of the attempt.
				continue
			}
			if d.Path == nil || d.Path.Wait.Kind == Constant && path.Wait.Kind == Growing {
				// One that grows says more than how it begins.
				d.Path = path
			}
			d.told = d.told && (path.Wait.Kind == Server || loop.givenContext)
			call := p.callAt(pause.Pos)
			if call == nil || !p.holds(loop, call) || !p.isSleep(call) {
				all = false
			} else if !slices.Contains(d.Sleeps, call) {
				d.Sleeps = append(d.Sleeps, call)
			}
		}
	}
	if d.Path != nil {
		if !all {
			d.Sleeps = nil
		}
		return d
	}
	if site.Construct == Worker || site.Construct == Reconnect && !every(site.Paths, func(path Path) bool { return path.Wait.Kind != UnknownWait }) {
		// What hands it the next item, or makes it wait, may end it.
		return nil
	}
	// A context in a field may be another one by the next attempt.
	if site.goesOn != nil && ender != nil && ender.IsContext && ender.Root.Kind() != types.RecvVar && !loop.OwnHelper {
		return &Deaf{Ender: ender, Path: site.goesOn, GoesOn: true, Saw: site.sawEnd}
	}
	return nil
}

// serves reports whether a loop runs again what others hand to its function, and others
// may: it is exported, or a method.
func (p *pkg) serves(loop *Loop, site *Site) bool {
	if c := site.found; !c.isParam || c.attempt.Parent() != c.call.Parent() {
		return false
	}
	for _, n := range p.around(loop.From) {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.FuncDecl:
			return n.Name.IsExported() || n.Recv != nil
		}
	}
	return false
}

// oversleeps reports whether nothing that the caller does can end a pause.
func (p *pkg) oversleeps(loop *Loop, pause exec.Pause) bool {
	if pause.Dur == nil || pause.Scheduled {
		return false
	}
	if n := pause.Dur; n.Kind == exec.Int && n.Int <= 0 {
		return false
	}
	given := false
	for _, ch := range pause.Ends {
		if ctx := ch.DoneOf(); ctx != nil {
			if ctx.EndsWithCaller() {
				return false
			}
			given = true
		} else if !ch.IsTimer() && ch.Kind != exec.Nil {
			return false
		}
	}
	// What a helper of this module does not listen to is told where it is declared, what is
	// handed to it here.
	return given && !loop.tellsItself || !loop.OwnHelper || loop.From <= pause.Pos && pause.Pos < loop.To
}

// toldElsewhere reports whether a pause is one of another site, which an attempt of a loop
// leads to.
func (r *Result) toldElsewhere(loop *Loop, pause exec.Pause) bool {
	return slices.ContainsFunc(r.Loops, func(l *Loop) bool {
		return l != loop && l.From <= pause.Pos && pause.Pos < l.To && slices.ContainsFunc(l.Sites, func(s *Site) bool { return s.Construct.IsSite() })
	})
}

// listens reports whether the end of a context of the caller ends a pause.
func listens(pause exec.Pause) bool {
	return slices.ContainsFunc(pause.Ends, func(ch *exec.Term) bool {
		ctx := ch.DoneOf()
		return ctx != nil && ctx.EndsWithCaller()
	})
}

// isSleep reports whether a call does nothing but wait for the time it is given.
func (p *pkg) isSleep(call *ast.CallExpr) bool {
	fn := typeutil.StaticCallee(p.pass.TypesInfo, call)
	return fn != nil && fn.FullName() == "time.Sleep"
}

// afterEnd finds the way on which a site makes another attempt although the caller's
// context is over.
func (p *pkg) afterEnd(l *exec.Loop, s *Site) {
	res := p.machine.Run(l, exec.Cancelled, oneRound, nil)
	if res.GaveUp {
		return
	}
	back := comesBack(res)
	s.asksAgain = len(back) > 0
	for _, w := range back {
		first := w.Rounds[0]
		if len(first.Pauses) > 0 && !first.SawEnd || w.Context == nil || !w.Context.EndsWithCaller() {
			continue
		}
		judged := func(c exec.Cond) bool {
			return c.AfterEnd == first.SawEnd && (c.Term.Outcome || c.Term.FromCall())
		}
		if len(back) < len(res.Ways) && slices.ContainsFunc(first.Conds, judged) {
			// Whether this failure is one that comes back is not known.
			continue
		}
		if s.goesOn == nil || first.SawEnd && !s.sawEnd {
			s.goesOn = &Path{Conditions: first.Conds, Pauses: first.Pauses}
			s.sawEnd = first.SawEnd
		}
	}
}
