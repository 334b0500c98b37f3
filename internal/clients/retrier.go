package clients

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"time"

	"github.com/retrylint/retrylint/internal/catalog"
)

// Retrier is a call of a function of a library that runs what it is given again, as it is
// configured there.
type Retrier struct {
	// Entry is what the catalogue says of the function.
	Entry *catalog.Retrier
	// Library is the name in the catalogue.
	Library string
	// Attempts is the largest number of tries, the first included; of an unknown kind if
	// that is decided out of sight.
	Attempts catalog.Bound
	// Decides says that the program decides itself which failures are tried again.
	Decides bool
	// Wait is the wait between two attempts; of an unknown kind if that is decided out of
	// sight. Its text is how the source writes a constant one, "" if it does not.
	Wait catalog.Wait
	Text string
}

// IsRetrier reports whether a call is one of a function that runs what it is given again.
func (p *Package) IsRetrier(call *ast.CallExpr) bool {
	e := p.libs.Callee(p.info, call)
	return e != nil && e.Retrier != nil && e.Retrier.Callback != catalog.None
}

// Known returns what the catalogue knows of a function, nil if nothing.
func (p *Package) Known(fn *types.Func) *catalog.Entry { return p.libs.Func(fn) }

// Retrier returns what is known of a call of a function of a library that runs what it is
// given again; nil if it is none.
func (p *Package) Retrier(call *ast.CallExpr) *Retrier {
	e := p.libs.Callee(p.info, call)
	if e == nil || e.Retrier == nil || e.Retrier.Callback == catalog.None {
		return nil
	}
	sig, ok := p.info.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok {
		return nil
	}
	t := p.tracer()
	c := t.places(e.Retrier.Config, call, sig, nil)
	r := &Retrier{Entry: e.Retrier, Library: e.Library.Name}
	base := e.Library.RetrierAttempts(e.Retrier)
	if c.sight != seen {
		base = catalog.Bound{Kind: catalog.UnknownBound}
	}
	var best *chosen
	for _, v := range c.of(aspect{e.Library.Name, catalog.SetsAttempts}) {
		if this := choose(v, base); best == nil || this.more(best) {
			best = this
		}
	}
	r.Attempts = best.bound
	r.Decides = slices.ContainsFunc(c.of(aspect{e.Library.Name, catalog.SetsDecision}), func(v value) bool { return v.isSet })
	r.Wait, r.Text = waitOf(c, e.Library.Name, e.Retrier.Wait)
	if r.Wait.Kind == catalog.ConstantWait && r.Wait.Base == 0 && r.Text == "" {
		r.Wait.Base, r.Text = p.interval(call)
	}
	return r
}

// interval returns the first duration among the arguments of a call, and how the source
// writes it; 0 if it is no constant, and "" if there is none.
func (p *Package) interval(call *ast.CallExpr) (time.Duration, string) {
	for _, arg := range call.Args {
		tv := p.info.Types[arg]
		if tv.Type == nil || tv.Type.String() != "time.Duration" {
			continue
		}
		if tv.Value != nil && tv.Value.Kind() == constant.Int {
			n, _ := constant.Int64Val(tv.Value)
			return time.Duration(n), types.ExprString(arg)
		}
		return 0, types.ExprString(arg)
	}
	return 0, ""
}

// waitOf returns the wait that a configuration of a library gives, given the one without
// any; of an unknown kind if it is not known
// or may be one or another.
func waitOf(c *config, library string, base catalog.Wait) (catalog.Wait, string) {
	unknown := catalog.Wait{Kind: catalog.UnknownWait}
	vs := c.of(aspect{library, catalog.SetsWait})
	if len(vs) != 1 {
		return unknown, ""
	}
	wait, text := vs[0].wait, vs[0].text
	if !vs[0].isSet {
		if c.sight != seen || base.IsZero() {
			return unknown, ""
		}
		wait, text = base, ""
	}
	jitter := c.of(aspect{library, catalog.SetsJitter})
	switch {
	case len(jitter) > 1:
		return unknown, ""
	case jitter[0].isSet:
		wait.Jitter = jitter[0].wait.Jitter
	}
	bases := c.of(aspect{library, setsBase})
	switch {
	case len(bases) > 1:
		wait.Base, text = 0, ""
	case bases[0].isSet:
		wait.Base, text = bases[0].wait.Base, bases[0].text
	}
	return wait, text
}

// Marks says what a function literal that is given to a retrier does to its errors.
type Marks struct {
	// Final says that some errors are marked final, Retriable that some are marked to be
	// tried again.
	Final, Retriable bool
	// Selective says that what is not marked final is returned only on a condition that
	// asks for more than that something failed.
	Selective bool
}

// Marks returns what the function literals among the arguments of a call do to their
// errors by marks of the library that the call belongs to.
func (p *Package) Marks(call *ast.CallExpr) Marks {
	m := Marks{Selective: true}
	for _, arg := range call.Args {
		if lit, ok := ast.Unparen(arg).(*ast.FuncLit); ok {
			p.marks(lit, &m)
		}
	}
	m.Selective = m.Selective && m.Final
	return m
}

func (p *Package) marks(lit *ast.FuncLit, m *Marks) {
	for n := range ast.Preorder(lit.Body) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		if e := p.libs.Callee(p.info, call); e != nil && e.Mark != nil {
			m.Final = m.Final || e.Mark.Means == catalog.FinalMark
			m.Retriable = m.Retriable || e.Mark.Means == catalog.RetriableMark
		}
	}
	for _, r := range p.index().results[lit] {
		if len(r.results) == 0 {
			m.Selective = false
			continue
		}
		last := ast.Unparen(r.results[len(r.results)-1])
		if tv := p.info.Types[last]; tv.IsNil() {
			continue
		}
		if call, ok := last.(*ast.CallExpr); ok {
			if e := p.libs.Callee(p.info, call); e != nil && e.Mark != nil {
				continue
			}
		}
		if !slices.ContainsFunc(p.conditions(lit, r), p.asksMore) {
			m.Selective = false
		}
	}
}

// conditions returns the conditions of the if statements around a return statement.
func (p *Package) conditions(lit *ast.FuncLit, r returned) []ast.Expr {
	var conds []ast.Expr
	for n := range ast.Preorder(lit.Body) {
		if stmt, ok := n.(*ast.IfStmt); ok && stmt.Body.Pos() <= r.pos && r.pos < stmt.Body.End() {
			conds = append(conds, stmt.Cond)
		}
	}
	return conds
}

// asksMore reports whether a condition asks for more than whether something is nil.
func (p *Package) asksMore(cond ast.Expr) bool {
	binary, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	return !ok || !p.info.Types[binary.X].IsNil() && !p.info.Types[binary.Y].IsNil()
}
