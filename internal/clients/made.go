package clients

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/reach"
)

// Made is a call that makes a client which tries by itself, as it is configured.
type Made struct {
	Call *ast.CallExpr
	// Text is the callee as messages print it.
	Text string
	// Declaration is the declared function around the call, nil if there is none.
	Declaration *ast.FuncDecl
	Tries       Tries
	// Wait is the wait between two attempts; of an unknown kind if that is decided out of
	// sight. Text is how the source writes it, "" if it does not.
	Wait     catalog.Wait
	WaitText string
}

// Made returns the calls in the package, tests left out, that make clients which try more
// than once by themselves, in source order.
func (p *Package) Made() []Made {
	if !p.libs.Uses() {
		return nil
	}
	var found []Made
	for _, call := range p.index().at {
		e := p.libs.Callee(p.info, call)
		if e == nil || len(e.Makes) == 0 || reach.InTest(p.pass.Fset, call.Pos()) {
			continue
		}
		if m := p.madeBy(call, e); m != nil {
			found = append(found, *m)
		}
	}
	slices.SortFunc(found, func(a, b Made) int { return int(a.Call.Pos() - b.Call.Pos()) })
	return found
}

func (p *Package) madeBy(call *ast.CallExpr, e *catalog.Entry) *Made {
	m := e.Makes[0]
	sig, ok := p.info.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok || slices.Equal(m.Constructor.Config, []catalog.Place{catalog.Receiver}) {
		// It hides a client that was made before.
		return nil
	}
	if m.Constructor.As == "" && len(m.Client.Types) > 0 && sig.Results().Len() > 0 && !m.Client.IsOf(sig.Results().At(0).Type()) {
		// It makes what the client is made of.
		return nil
	}
	t := p.tracer()
	c := t.places(m.Constructor.Config, call, sig, nil)
	if v := p.index().holds[call]; v != nil {
		if p.isLost(v) {
			return nil
		}
		if m.Constructor.As == "" {
			c = t.variable(v, token.NoPos, nil)
		}
	}
	out := &Call{}
	if !t.add(out, catalog.ClientCall{Library: m.Library, Client: m.Client, Calls: &catalog.Calls{}}, c, "") || len(out.Tries) == 0 {
		return nil
	}
	made := &Made{Call: call, Tries: out.Tries[0], Declaration: p.index().around[call]}
	if fn, ok := callee(p.info, call); ok {
		made.Text = p.text(fn, nil)
	}
	made.Wait, made.WaitText = waitOf(c, m.Library.Name, m.Client.Wait)
	return made
}

// isLost reports whether a client in a local variable is used for nothing but for
// something inside that does not retry.
func (p *Package) isLost(v *types.Var) bool {
	if v.IsField() || p.isGlobal(v) {
		return false
	}
	read := false
	for _, use := range p.index().uses[v] {
		sel, ok := use.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		owner := typeName(v.Type())
		if owner == nil {
			return false
		}
		e := p.libs.Field(owner, sel.Sel.Name)
		switch {
		case e != nil && e.Stripper != nil && e.Stripper.By == catalog.ByReading:
			read = true
		case e != nil && len(e.Settings) > 0:
		case p.isPlainField(sel):
		default:
			return false
		}
	}
	return read
}

// isPlainField reports whether a selector reads or sets a field.
func (p *Package) isPlainField(sel *ast.SelectorExpr) bool {
	s := p.info.Selections[sel]
	return s != nil && s.Kind() == types.FieldVal
}
