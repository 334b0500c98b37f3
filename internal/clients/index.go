package clients

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/retrylint/retrylint/internal/reach"
)

// index is what is assigned where in a package. Tests are left out: what they set says
// nothing of the program.
type index struct {
	info *types.Info
	// events are what happens to what a variable, a field included, holds, in source
	// order.
	events map[*types.Var][]event
	// calls are the calls of functions of the package.
	calls map[*types.Func][]callSite
	decls map[*types.Func]*ast.FuncDecl
	// params tells the function of a parameter, and its index; a receiver has -1.
	params map[*types.Var]parameter
	// at are the calls by their opening parentheses.
	at map[token.Pos]*ast.CallExpr
	// flags are the defaults of flags, by what they are kept in.
	flags map[*types.Var]*ast.CallExpr
	// holds are the variables and fields that the result of a call is assigned to, and
	// around the declared functions around calls.
	holds  map[*ast.CallExpr]*types.Var
	around map[*ast.CallExpr]*ast.FuncDecl
	// uses are what stands around each use of a local variable, but for assignments to it.
	uses map[*types.Var][]ast.Node
	// results are the expressions that a function literal or declaration returns.
	results map[ast.Node][]returned
}

// event is something that happens to what a variable holds.
type event struct {
	pos token.Pos
	// within is the function, declared or literal, in which it happens.
	within ast.Node
	// maybe says that it is bound to a condition or a loop.
	maybe bool
	// value is assigned if path is nil and call is nil; result is which of several
	// results of a call it is.
	value  ast.Expr
	result int
	// path are the fields of what is held that value is assigned to.
	path []*types.Var
	// call is a method call on what is held.
	call *ast.CallExpr
}

type callSite struct {
	call   *ast.CallExpr
	within ast.Node
}

type parameter struct {
	fn    *types.Func
	lit   *ast.FuncLit
	index int
}

type returned struct {
	results []ast.Expr
	pos     token.Pos
}

// newIndex reads the files of a package.
func newIndex(fset *token.FileSet, files []*ast.File, info *types.Info) *index {
	x := &index{
		info:    info,
		events:  make(map[*types.Var][]event),
		calls:   make(map[*types.Func][]callSite),
		decls:   make(map[*types.Func]*ast.FuncDecl),
		params:  make(map[*types.Var]parameter),
		at:      make(map[token.Pos]*ast.CallExpr),
		flags:   make(map[*types.Var]*ast.CallExpr),
		holds:   make(map[*ast.CallExpr]*types.Var),
		around:  make(map[*ast.CallExpr]*ast.FuncDecl),
		uses:    make(map[*types.Var][]ast.Node),
		results: make(map[ast.Node][]returned),
	}
	for _, file := range files {
		x.file(file, reach.InTest(fset, file.FileStart))
	}
	return x
}

func (x *index) file(file *ast.File, isTest bool) {
	var around []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			around = around[:len(around)-1]
			return true
		}
		if call, ok := n.(*ast.CallExpr); ok {
			x.at[call.Lparen] = call
		}
		if !isTest {
			x.node(n, around)
		} else if decl, ok := n.(*ast.FuncDecl); ok {
			x.declaration(decl)
		}
		around = append(around, n)
		return true
	})
}

// place returns the innermost function around a node, and whether a condition or a loop
// lies between.
func place(around []ast.Node) (within ast.Node, maybe bool) {
	for i := len(around) - 1; i >= 0; i-- {
		switch n := around[i].(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return n, maybe
		case *ast.IfStmt:
			// What stands in the head of an if statement is always done.
			if i+1 < len(around) && around[i+1] != n.Init {
				maybe = true
			}
		case *ast.CaseClause, *ast.CommClause, *ast.ForStmt, *ast.RangeStmt:
			maybe = true
		}
	}
	return nil, maybe
}

func (x *index) node(n ast.Node, around []ast.Node) {
	switch n := n.(type) {
	case *ast.FuncDecl:
		x.declaration(n)
	case *ast.FuncLit:
		x.parameters(n.Type, parameter{lit: n})
	case *ast.ReturnStmt:
		within, _ := place(around)
		if within != nil {
			x.results[within] = append(x.results[within], returned{n.Results, n.Pos()})
		}
	case *ast.AssignStmt:
		within, maybe := place(around)
		for i, lhs := range n.Lhs {
			rhs, result := n.Rhs[0], i
			if len(n.Lhs) == len(n.Rhs) {
				rhs, result = n.Rhs[i], 0
			}
			if n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
				continue
			}
			x.assign(lhs, event{pos: n.Pos(), within: within, maybe: maybe, value: rhs, result: result})
		}
	case *ast.ValueSpec:
		within, maybe := place(around)
		for i, name := range n.Names {
			switch {
			case len(n.Values) == len(n.Names):
				x.assign(name, event{pos: n.Pos(), within: within, maybe: maybe, value: n.Values[i]})
			case len(n.Values) == 1:
				x.assign(name, event{pos: n.Pos(), within: within, maybe: maybe, value: n.Values[0], result: i})
			default:
				x.assign(name, event{pos: n.Pos(), within: within, maybe: maybe})
			}
		}
	case *ast.CompositeLit:
		x.literal(n, around)
	case *ast.CallExpr:
		within, maybe := place(around)
		x.call(n, within, maybe)
		if len(around) > 1 {
			if decl, ok := around[1].(*ast.FuncDecl); ok {
				x.around[n] = decl
			}
		}
	case *ast.Ident:
		if v, ok := x.info.Uses[n].(*types.Var); ok && !v.IsField() {
			if assign, ok := around[len(around)-1].(*ast.AssignStmt); !ok || !slices.Contains(assign.Lhs, ast.Expr(n)) {
				x.uses[v] = append(x.uses[v], around[len(around)-1])
			}
		}
	}
}

func (x *index) declaration(n *ast.FuncDecl) {
	fn, ok := x.info.Defs[n.Name].(*types.Func)
	if !ok {
		return
	}
	x.decls[fn] = n
	if n.Recv != nil {
		for _, field := range n.Recv.List {
			for _, name := range field.Names {
				if v, ok := x.info.Defs[name].(*types.Var); ok {
					x.params[v] = parameter{fn: fn, index: -1}
				}
			}
		}
	}
	x.parameters(n.Type, parameter{fn: fn})
}

func (x *index) parameters(t *ast.FuncType, p parameter) {
	for _, field := range t.Params.List {
		for _, name := range field.Names {
			if v, ok := x.info.Defs[name].(*types.Var); ok {
				x.params[v] = p
			}
			p.index++
		}
		if len(field.Names) == 0 {
			p.index++
		}
	}
}

// literal notes what a composite literal gives the fields of its type.
func (x *index) literal(n *ast.CompositeLit, around []ast.Node) {
	typ := x.info.TypeOf(n)
	if typ == nil {
		return
	}
	if ptr, ok := typ.Underlying().(*types.Pointer); ok {
		typ = ptr.Elem()
	}
	st, ok := typ.Underlying().(*types.Struct)
	if !ok {
		return
	}
	within, maybe := place(around)
	for i, elt := range n.Elts {
		e := event{pos: elt.Pos(), within: within, maybe: maybe, value: elt}
		var field *types.Var
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok {
				field, _ = x.info.Uses[key].(*types.Var)
			}
			e.value = kv.Value
		} else if i < st.NumFields() {
			field = st.Field(i)
		}
		if field != nil {
			field = field.Origin()
			x.events[field] = append(x.events[field], e)
			if call, ok := e.value.(*ast.CallExpr); ok {
				x.holds[call] = field
			}
		}
	}
}

// assign notes an assignment to a variable or field, and to what each of the variables
// and fields on the way holds.
func (x *index) assign(lhs ast.Expr, e event) {
	whole := true
	var path []*types.Var
	for {
		switch n := lhs.(type) {
		case *ast.ParenExpr:
			lhs = n.X
			continue
		case *ast.StarExpr:
			lhs = n.X
			continue
		case *ast.IndexExpr:
			// An element of what is held.
			lhs = n.X
			whole = false
			path = nil
			continue
		}
		v := x.variable(lhs)
		if v == nil {
			return
		}
		switch {
		case len(path) > 0:
			e.path = path
			x.events[v] = append(x.events[v], e)
		case whole:
			x.events[v] = append(x.events[v], e)
			if call, ok := e.value.(*ast.CallExpr); ok {
				x.holds[call] = v
			}
		default:
			return
		}
		sel, ok := lhs.(*ast.SelectorExpr)
		if !ok || !v.IsField() {
			return
		}
		path = append([]*types.Var{v}, path...)
		lhs = sel.X
	}
}

// variable returns the variable or field that an expression names, nil if it names none.
func (x *index) variable(e ast.Expr) *types.Var {
	var v *types.Var
	switch n := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, _ = x.info.ObjectOf(n).(*types.Var)
	case *ast.SelectorExpr:
		v, _ = x.info.ObjectOf(n.Sel).(*types.Var)
	}
	if v == nil {
		return nil
	}
	return v.Origin()
}

// call notes a call: of a function of the package, and on what is held.
func (x *index) call(n *ast.CallExpr, within ast.Node, maybe bool) {
	fn, ok := typeutil.Callee(x.info, n).(*types.Func)
	if !ok {
		return
	}
	fn = fn.Origin()
	x.calls[fn] = append(x.calls[fn], callSite{n, within})
	if strings.HasSuffix(fn.Name(), "Var") && len(n.Args) > 2 {
		if ptr, ok := ast.Unparen(n.Args[0]).(*ast.UnaryExpr); ok && ptr.Op == token.AND {
			if v := x.variable(ptr.X); v != nil && x.flags[v] == nil {
				x.flags[v] = n
			}
		}
	}
	sel, ok := ast.Unparen(n.Fun).(*ast.SelectorExpr)
	if !ok || fn.Signature().Recv() == nil {
		return
	}
	recv := ast.Unparen(sel.X)
	for {
		// A chain of calls that each return what they are called on.
		inner, ok := recv.(*ast.CallExpr)
		if !ok {
			break
		}
		sel, ok := ast.Unparen(inner.Fun).(*ast.SelectorExpr)
		if !ok {
			return
		}
		recv = ast.Unparen(sel.X)
	}
	if v := x.variable(recv); v != nil {
		x.events[v] = append(x.events[v], event{pos: n.Pos(), within: within, maybe: maybe, call: n})
	}
}
