package clients

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/types/typeutil"
)

// number is one value that a number may have.
type number struct {
	n     int64
	known bool
	// text is how the source writes it, with the value if that is not the text.
	text string
	// place is where it comes from, if that is somewhere else.
	place string
}

// numbers returns the values that an integer expression, or a pointer to one, may have:
// those that are seen, and one that is not known if there may be others.
func (t *tracer) numbers(x ast.Expr, sc *scope) []number {
	x = ast.Unparen(x)
	text := types.ExprString(x)
	if tv, ok := t.p.info.Types[x]; ok && tv.Value != nil {
		if n, ok := constant.Int64Val(constant.ToInt(tv.Value)); ok {
			if digits := strconv.FormatInt(n, 10); text != digits {
				text += " (" + digits + ")"
			}
			return []number{{n: n, known: true, text: text}}
		}
	}
	unknown := []number{{text: text}}
	switch x := x.(type) {
	case *ast.UnaryExpr:
		return t.numbers(x.X, sc)
	case *ast.StarExpr:
		return t.numbers(x.X, sc)
	case *ast.CallExpr:
		if tv, ok := t.p.info.Types[x.Fun]; ok && tv.IsType() && len(x.Args) == 1 {
			return t.numbers(x.Args[0], sc)
		}
		if fn, ok := typeutil.Callee(t.p.info, x).(*types.Func); ok && isPointerTo(fn.Origin().Signature()) && len(x.Args) == 1 {
			return t.numbers(x.Args[0], sc)
		}
	case *ast.Ident, *ast.SelectorExpr:
		v := t.p.index().variable(x)
		if v == nil {
			return unknown
		}
		leave, ok := t.enter(v)
		if !ok {
			return unknown
		}
		defer leave()
		if arg, ok := sc.argument(v); ok && len(arg.exprs) == 1 {
			return t.numbers(arg.exprs[0], arg.scope)
		}
		if v.Pkg() != t.p.pass.Pkg {
			return t.elsewhere(x, v, text)
		}
		return t.stored(v, text, unknown)
	}
	return unknown
}

// stored returns the numbers that a variable or field of the package is given.
func (t *tracer) stored(v *types.Var, text string, unknown []number) []number {
	_, isParam := t.p.index().params[v]
	var found []number
	if isParam || v.IsField() {
		// Others may give it more.
		found = unknown
	}
	for _, e := range t.p.index().events[v] {
		if e.path != nil || e.call != nil || e.value == nil {
			continue
		}
		for _, n := range t.numbers(e.value, nil) {
			if !n.known {
				if len(found) == 0 {
					found = append(found, number{text: text})
				}
				continue
			}
			n.text = text + ", " + strconv.FormatInt(n.n, 10)
			if e.maybe || isParam || v.IsField() {
				n.text += " by default"
			}
			n.place = t.p.place(e.pos)
			found = append(found, n)
		}
	}
	if n, ok := t.p.flagDefault(v); ok {
		n.text = text + ", " + strconv.FormatInt(n.n, 10) + " by default"
		found = append(found, n)
	}
	if len(found) == 0 {
		return unknown
	}
	return found
}

// elsewhere returns the numbers that a field of a type of another package may hold.
func (t *tracer) elsewhere(x ast.Expr, v *types.Var, text string) []number {
	found := []number{{text: text}}
	sel, ok := x.(*ast.SelectorExpr)
	if !ok || !v.IsField() || t.p.info.TypeOf(sel.X) == nil {
		return found
	}
	if n, ok := t.p.importedNumber(typeName(t.p.info.TypeOf(sel.X)), v.Name()); ok {
		n.text = text + ", " + strconv.FormatInt(n.n, 10) + " by default"
		found = append(found, n)
	}
	return found
}

// flagDefault returns the default of a flag that is kept in a variable or field: that of
// a function such as flag.IntVar, which takes it third.
func (p *Package) flagDefault(v *types.Var) (number, bool) {
	call := p.index().flags[v]
	if call == nil {
		return number{}, false
	}
	tv, ok := p.info.Types[call.Args[2]]
	if !ok || tv.Value == nil {
		return number{}, false
	}
	n, ok := constant.Int64Val(constant.ToInt(tv.Value))
	return number{n: n, known: true, place: p.place(call.Pos())}, ok
}
