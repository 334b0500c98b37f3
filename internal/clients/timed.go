package clients

import (
	"go/ast"
	"slices"
	"time"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/reach"
)

// Timed is a call that a library tries several times, each for a time of its own: both are
// options that are given with the call.
type Timed struct {
	Call *ast.CallExpr
	// Text is the callee as messages print it.
	Text    string
	Library string
	// Attempts is the number of attempts, two or more.
	Attempts int
	// Timeout is the time of each.
	Timeout time.Duration
}

// Timed returns the calls in the package, tests left out, that are given a number of attempts
// and a time for each, in source order.
func (p *Package) Timed() []Timed {
	if !p.libs.Uses() {
		return nil
	}
	var found []Timed
	for _, call := range p.index().at {
		if reach.InTest(p.pass.Fset, call.Pos()) {
			continue
		}
		if timed := p.timed(call); timed != nil {
			found = append(found, *timed)
		}
	}
	slices.SortFunc(found, func(a, b Timed) int { return int(a.Call.Pos() - b.Call.Pos()) })
	return found
}

// timed returns what the options of a call say, nil unless both numbers are known.
func (p *Package) timed(call *ast.CallExpr) *Timed {
	c, library := &config{}, ""
	for _, arg := range call.Args {
		option, ok := ast.Unparen(arg).(*ast.CallExpr)
		if !ok {
			continue
		}
		if e := p.libs.Callee(p.info, option); e != nil && len(e.Settings) > 0 {
			c, library = c.with(p.tracer().expr(option, nil)), e.Library.Name
		}
	}
	if library == "" {
		return nil
	}
	attempts, timeouts := c.of(aspect{library, catalog.SetsAttempts}), c.of(aspect{library, catalog.SetsTimeout})
	if len(attempts) != 1 || len(timeouts) != 1 || attempts[0].bound.Kind != catalog.Counted || attempts[0].bound.N < 2 || timeouts[0].wait.Base <= 0 {
		return nil
	}
	fn, ok := callee(p.info, call)
	if !ok {
		return nil
	}
	return &Timed{Call: call, Text: p.text(fn, nil), Library: library, Attempts: attempts[0].bound.N, Timeout: timeouts[0].wait.Base}
}
