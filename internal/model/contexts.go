package model

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/retrylint/retrylint/internal/lower"
	"github.com/retrylint/retrylint/internal/reach"
)

// Ender is something at hand that says that the caller does not want to go on: a
// context, or a channel that somebody closes.
type Ender struct {
	// Text is how the source calls it: "ctx", "req.Context()", "c.stop".
	Text string
	// IsContext tells a context from a channel.
	IsContext bool
	// Root is the variable that Text begins with.
	Root *types.Var
}

// Channel returns the channel to receive from.
func (e *Ender) Channel() string {
	if e.IsContext {
		return e.Text + ".Done()"
	}
	return e.Text
}

// enderAt returns what is at hand before a place and could end a wait there, the
// nearest first; nil if there is nothing. What is used within to counts before what is
// only in scope.
func (p *pkg) enderAt(loop *Loop) *Ender {
	var ctx, request, holder, channel *Ender
	first := func(at **Ender, e *Ender) {
		if *at == nil {
			*at = e
		}
	}
	for scope := p.pass.Pkg.Scope().Innermost(loop.From); scope != nil && scope != p.pass.Pkg.Scope(); scope = scope.Parent() {
		for _, v := range p.variables(scope, loop.From) {
			switch isParam := v.Kind() == types.ParamVar; {
			case p.isContext(v.Type()):
				if isParam && !p.overwritten(v, loop) || !isParam && p.uses(loop, v) && p.mayEnd(v, nil) {
					first(&ctx, &Ender{Text: v.Name(), IsContext: true, Root: v})
				}
			case !isParam && v.Kind() != types.RecvVar:
			case p.hasContext(v.Type()):
				first(&request, &Ender{Text: v.Name() + ".Context()", IsContext: true, Root: v})
			case isStopChannel(v.Type()):
				first(&channel, &Ender{Text: v.Name(), Root: v})
			case v.Kind() == types.RecvVar:
				first(&holder, p.fieldEnder(v))
			}
		}
	}
	for _, e := range []*Ender{ctx, request, holder, channel} {
		if e != nil {
			return e
		}
	}
	return nil
}

// variables returns the variables of a scope that are declared before a place, in the
// order of their declarations.
func (p *pkg) variables(scope *types.Scope, before token.Pos) []*types.Var {
	var found []*types.Var
	for _, name := range scope.Names() {
		if v, ok := scope.Lookup(name).(*types.Var); ok && v.Pos() < before && name != "_" {
			found = append(found, v)
		}
	}
	slices.SortFunc(found, func(a, b *types.Var) int { return int(a.Pos() - b.Pos()) })
	return found
}

// fieldEnder returns the field of a receiver that could end a wait, nil if there is none.
func (p *pkg) fieldEnder(recv *types.Var) *Ender {
	t := recv.Type()
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var found *Ender
	for field := range st.Fields() {
		text := recv.Name() + "." + field.Name()
		switch {
		case p.isContext(field.Type()):
			return &Ender{Text: text, IsContext: true, Root: recv}
		case found == nil && p.hasContext(field.Type()) && isRequest(field.Type()):
			found = &Ender{Text: text + ".Context()", IsContext: true, Root: recv}
		case found == nil && isStopChannel(field.Type()) && stopName.MatchString(field.Name()):
			found = &Ender{Text: text, Root: recv}
		}
	}
	return found
}

// stopName matches the names of channels that are closed to stop somebody: what a field
// is for, its type does not say.
var stopName = regexp.MustCompile(`(?i)^(stop|done|quit|exit|shutdown|clos(e|ed|ing)|cancel(led)?|die|term)`)

// isContext reports whether a type is a context, also one that has more to it.
func (p *pkg) isContext(t types.Type) bool {
	if lower.IsContext(t) {
		return true
	}
	for _, name := range []string{"Deadline", "Done", "Err", "Value"} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, p.pass.Pkg, name)
		if _, isMethod := obj.(*types.Func); !isMethod {
			return false
		}
	}
	return true
}

// hasContext reports whether a type has a method that returns the context of what
// it stands for: a request, a stream, a command.
func (p *pkg) hasContext(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, p.pass.Pkg, "Context")
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	sig := fn.Signature()
	return sig.Params().Len() == 0 && sig.Results().Len() == 1 && lower.IsContext(sig.Results().At(0).Type())
}

func isRequest(t types.Type) bool { return t.String() == "*net/http.Request" }

// isStopChannel reports whether a channel carries nothing but the news that it is closed.
func isStopChannel(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok || ch.Dir() == types.SendOnly {
		return false
	}
	st, ok := ch.Elem().Underlying().(*types.Struct)
	return ok && st.NumFields() == 0
}

// uses reports whether a loop mentions a variable.
func (p *pkg) uses(loop *Loop, v *types.Var) bool {
	if loop.Node == nil {
		return true
	}
	for n := range ast.Preorder(loop.Node) {
		if id, ok := n.(*ast.Ident); ok && p.pass.TypesInfo.Uses[id] == v {
			return true
		}
	}
	return false
}

// mayEnd reports whether somebody can end the context in a local variable: it is not
// merely one that never ends.
func (p *pkg) mayEnd(v *types.Var, seen []*types.Var) bool {
	if slices.Contains(seen, v) {
		return false
	}
	seen = append(seen, v)
	values := p.assigned(v)
	return len(values) == 0 || slices.ContainsFunc(values, func(x ast.Expr) bool { return p.endsSomehow(x, seen) })
}

// endsSomehow reports whether the context that an expression makes or names may end.
func (p *pkg) endsSomehow(x ast.Expr, seen []*types.Var) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		v, ok := p.pass.TypesInfo.Uses[x].(*types.Var)
		return ok && (v.Kind() != types.LocalVar || p.mayEnd(v, seen))
	case *ast.CallExpr:
		fn, _ := typeutil.Callee(p.pass.TypesInfo, x).(*types.Func)
		if fn == nil {
			return true
		}
		switch fn.FullName() {
		case "context.Background", "context.TODO", "context.WithoutCancel":
			return false
		case "context.WithCancel", "context.WithCancelCause", "context.WithTimeout", "context.WithDeadline",
			"context.WithTimeoutCause", "context.WithDeadlineCause", "os/signal.NotifyContext":
			return true
		}
		for _, arg := range x.Args {
			if p.isContext(p.pass.TypesInfo.TypeOf(arg)) {
				return p.endsSomehow(arg, seen)
			}
		}
	}
	return true
}

// overwritten reports whether a parameter is given, before a loop, a context that
// never ends.
func (p *pkg) overwritten(v *types.Var, loop *Loop) bool {
	return slices.ContainsFunc(p.assigned(v), func(x ast.Expr) bool {
		return x.Pos() < loop.From && !p.endsSomehow(x, []*types.Var{v})
	})
}

// assigned returns the expressions that a local variable is assigned, in source order;
// a call that gives it one of several results counts as a whole.
func (p *pkg) assigned(v *types.Var) []ast.Expr {
	file := reach.FileAt(p.pass, v.Pos())
	if file == nil {
		return nil
	}
	var values []ast.Expr
	note := func(lhs []ast.Expr, rhs []ast.Expr) {
		for i, x := range lhs {
			id, ok := x.(*ast.Ident)
			if !ok || p.pass.TypesInfo.ObjectOf(id) != v || len(rhs) == 0 {
				continue
			}
			values = append(values, rhs[min(i, len(rhs)-1)])
		}
	}
	for n := range ast.Preorder(file) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			note(n.Lhs, n.Rhs)
		case *ast.ValueSpec:
			lhs := make([]ast.Expr, len(n.Names))
			for i, id := range n.Names {
				lhs[i] = id
			}
			note(lhs, n.Values)
		}
	}
	return values
}
