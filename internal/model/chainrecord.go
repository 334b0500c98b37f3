package model

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"math"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/attempts"
	"github.com/retrylint/retrylint/internal/chain"
	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/reach"
	"github.com/retrylint/retrylint/internal/record"
)

// Range returns where the chain begins or closes.
func (c *Chain) at() (from, to token.Pos) {
	if c.Site != nil {
		return c.Site.Loop.From, c.Site.Loop.To
	}
	return c.From, c.To
}

// Pos returns the start of the loop or call.
func (c *Chain) Pos() token.Pos { from, _ := c.at(); return from }

// End returns the end of the loop or call.
func (c *Chain) End() token.Pos { _, to := c.at(); return to }

// Multiplies reports whether more than one site repeats the operation, the first one
// among them: a chain has at least two.
func (c *Chain) Multiplies() bool {
	if len(c.Links) == 0 || (c.Site != nil || c.Told) && c.Links[0].Count.IsOne() {
		return false
	}
	return c.Sites() > 1
}

// Without returns what the product would be without the first site.
func (c *Chain) Without() attempts.Count {
	var rest attempts.Count
	for _, l := range c.Links[1:] {
		rest = rest.Times(l.Count)
	}
	return rest
}

// ChainRecord returns what a record of a rule about a chain carries. Position, message
// and fingerprint are left to the rule.
func (r *Result) ChainRecord(c *Chain, rule string) record.Record {
	rec := record.Record{Rule: rule, Declaration: c.Declaration, Confidence: record.High}
	if c.Site != nil {
		rec = r.Record(c.Site, rule)
		rec.Paths, rec.Wait = nil, record.Wait{}
	}
	rec.Chain = chainOf(&c.Path)
	rec.Confidence = confidenceOf(&c.Path)
	return rec
}

// Declaration returns the name of a declared function as messages print it in its package.
func Declaration(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return fn.Name()
	}
	return "(" + types.TypeString(recv.Type(), types.RelativeTo(fn.Pkg())) + ")." + fn.Name()
}

// Entry returns the path from a function of the package on that amplifies most, its callers
// included if somebody has told of them; ok is false if nothing is repeated on it.
func (r *Result) Entry(fn *types.Func, declaration string) (c Chain, ok bool) {
	if path, found := r.From(fn.FullName()); found && path.Sites() > 0 {
		c, ok = Chain{Path: path, From: fn.Pos(), To: fn.Pos() + token.Pos(len(fn.Name())), Declaration: declaration}, true
	}
	for _, told := range r.Chains {
		if told.Callers && told.From == fn.Pos() && (!ok || told.Count.Compare(c.Count) > 0) {
			c, ok = told, true
		}
	}
	return c, ok
}

func chainOf(p *chain.Path) *record.Chain {
	out := &record.Chain{Product: product(p.Bound()), Operation: p.Op, Ignored: p.Ignored()}
	if out.Product.Kind == exactly {
		out.Product.Kind = "up to"
	}
	for _, l := range p.Links {
		link := record.Link{
			Function: l.Func, Package: l.Pkg, Name: l.Name(), Attempts: product(l.Count),
			Position: record.Position{File: l.Site.File, Line: int(l.Site.Line)}, Library: l.Site.Library, Origin: cmp.Or(l.Site.Origin, l.Site.Ends),
		}
		if l.Site.Waits >= 0 {
			link.Waits = exec.DurationText(l.Site.Waits)
		}
		if l.Site.Timeout > 0 {
			link.Timeout = exec.DurationText(l.Site.Timeout)
		}
		link.Attempts.Text = l.Formula
		out.Links = append(out.Links, link)
	}
	out.Time = worstTime(p.Links)
	for _, h := range p.Hops {
		out.Through = append(out.Through, h.Func)
	}
	return out
}

// worstTime returns the longest that the attempts of some sites, one below the other, take
// together, with the arithmetic; "" if nothing is known of it, or nothing bounds it.
func worstTime(links []chain.Link) string {
	// What one attempt of the site at hand takes, -1 if nothing bounds it.
	attempt, text := int64(-1), ""
	for _, l := range slices.Backward(links) {
		own := l.Site.Timeout
		if own > 0 && (attempt < 0 || own < attempt) {
			attempt, text = own, exec.DurationText(own)
		}
		n := l.Count.N()
		if attempt < 0 || l.Count.IsOpen() || l.Count.IsUnbounded() || l.Site.Waits < 0 && n > 1 || attempt > math.MaxInt64/2/n {
			// What is around it may have a timeout.
			attempt = -1
			continue
		}
		if n > 1 {
			if strings.Contains(text, "+") {
				text = "(" + text + ")"
			}
			attempt *= n
			text = fmt.Sprintf("%d × %s", n, text)
		}
		if l.Site.Waits > 0 {
			attempt += l.Site.Waits
			text += " + " + exec.DurationText(l.Site.Waits)
		}
	}
	if attempt < 0 {
		return ""
	}
	return text + " = " + exec.DurationText(attempt)
}

const exactly = "exact"

func product(c attempts.Count) record.Attempts {
	switch {
	case c.IsUnbounded():
		return record.Attempts{Kind: "unbounded"}
	case c.IsOpen():
		return record.Attempts{Kind: "at least", N: c.N()}
	}
	return record.Attempts{Kind: exactly, N: c.N()}
}

// confidenceOf returns how sure a finding about a path is.
func confidenceOf(p *chain.Path) record.Confidence {
	level := reach.Level(p.Level)
	unseen := false
	for _, l := range p.Links {
		if l.Site.Low {
			return record.Low
		}
		unseen = unseen || l.Site.Unseen
	}
	switch {
	case level == reach.Child, p.OneOfMany:
		return record.Low
	case level == reach.Probable, p.Guess, unseen:
		return record.Medium
	}
	return record.High
}
