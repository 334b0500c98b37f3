package clients

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/retrylint/retrylint/internal/catalog"
)

// scope says what the parameters of a function hold that is looked into.
type scope struct {
	args map[*types.Var]argument
	// depth is the number of functions that were entered.
	depth int
}

// argument is what a parameter holds: expressions of the scope of the call.
type argument struct {
	exprs []ast.Expr
	scope *scope
}

// maxDepth is the number of functions that a configuration is followed through, and
// maxSteps of expressions that are looked at for one call.
const (
	maxDepth = 6
	maxSteps = 3000
)

// tracer follows the configuration of one call.
type tracer struct {
	p     *Package
	steps int
	// open are the variables and functions that are being looked at.
	open map[any]bool
}

func (p *Package) tracer() *tracer { return &tracer{p: p, open: make(map[any]bool)} }

// enter notes that something is looked at; ok is false if it is already, or if too much
// was looked at.
func (t *tracer) enter(what any) (leave func(), ok bool) {
	t.steps++
	if t.steps > maxSteps || t.open[what] {
		return nil, false
	}
	t.open[what] = true
	return func() { delete(t.open, what) }, true
}

// all returns what holds if each expression is applied to the ones before.
func (t *tracer) all(exprs []ast.Expr, sc *scope) *config {
	c := &config{}
	for _, x := range exprs {
		c = c.with(t.expr(x, sc))
	}
	return c
}

// expr returns what is known of the value of an expression.
func (t *tracer) expr(x ast.Expr, sc *scope) *config {
	t.steps++
	if t.steps > maxSteps {
		return unknownConfig()
	}
	info := t.p.info
	if tv, ok := info.Types[x]; ok && (tv.IsNil() || tv.Value != nil) {
		return &config{}
	}
	switch x := x.(type) {
	case *ast.ParenExpr:
		return t.expr(x.X, sc)
	case *ast.StarExpr:
		return t.expr(x.X, sc)
	case *ast.UnaryExpr:
		return t.expr(x.X, sc)
	case *ast.TypeAssertExpr:
		return t.expr(x.X, sc)
	case *ast.SliceExpr:
		return t.expr(x.X, sc)
	case *ast.IndexExpr:
		if _, isFunc := info.TypeOf(x.X).(*types.Signature); isFunc {
			return t.expr(x.X, sc)
		}
		return t.element(x.X, sc)
	case *ast.Ident:
		return t.object(info.ObjectOf(x), x.Pos(), sc)
	case *ast.SelectorExpr:
		return t.selector(x, sc)
	case *ast.CallExpr:
		return t.call(x, 0, sc)
	case *ast.CompositeLit:
		return t.literal(x, sc)
	case *ast.FuncLit:
		return t.function(x, x.Type, sc)
	}
	return unknownConfig()
}

// element returns what is known of an element of what an expression holds: of a local
// list or map all that is put into it.
func (t *tracer) element(x ast.Expr, sc *scope) *config {
	c := t.expr(x, sc)
	if c.empty() {
		return unknownConfig()
	}
	return c
}

// object returns what is known of a variable or function.
func (t *tracer) object(obj types.Object, use token.Pos, sc *scope) *config {
	switch obj := obj.(type) {
	case *types.Var:
		return t.variable(obj.Origin(), use, sc)
	case *types.Func:
		if c := t.known(t.p.libs.Object(obj)); c != nil {
			return c
		}
		if decl := t.p.index().decls[obj.Origin()]; decl != nil && decl.Body != nil {
			return t.function(decl, decl.Type, sc)
		}
	case *types.Nil:
		return &config{}
	}
	return unknownConfig()
}

// known returns what is known of an object of a library by itself, nil if nothing is.
func (t *tracer) known(e *catalog.Entry) *config {
	switch {
	case e == nil:
		return nil
	case e.Backoff != nil:
		return t.backoff(e, nil)
	case len(e.Settings) > 0:
		c := &config{}
		for _, s := range e.Settings {
			c = c.with(t.fixed(e, s))
		}
		return c
	}
	return nil
}

// fixed returns what a setting says that has no value.
func (t *tracer) fixed(e *catalog.Entry, s *catalog.Setting) *config {
	v := value{isSet: true, text: e.Symbol.Last()}
	if !s.Wait.IsZero() {
		v.wait = s.Wait
		return setting(aspect{e.Library.Name, catalog.SetsWait}, v)
	}
	if s.Attempts.IsZero() || s.When != "" {
		return &config{}
	}
	v.bound = s.Attempts
	return setting(aspect{e.Library.Name, catalog.SetsAttempts}, v)
}

// backoff returns what a backoff says, given what configures it.
func (t *tracer) backoff(e *catalog.Entry, over *config) *config {
	c := &config{}
	if b := e.Backoff; b != nil {
		name := e.Symbol.Last()
		if !b.Attempts.IsZero() {
			c = setting(aspect{e.Library.Name, catalog.SetsAttempts}, value{isSet: true, bound: b.Attempts, text: name})
		}
		if !b.Wait.IsZero() {
			c = c.with(setting(aspect{e.Library.Name, catalog.SetsWait}, value{isSet: true, wait: b.Wait, text: name}))
		}
	}
	if over != nil {
		c = c.with(over)
	}
	return c
}

// selector returns what is known of a field, or of an object of another package.
func (t *tracer) selector(x *ast.SelectorExpr, sc *scope) *config {
	info := t.p.info
	sel, ok := info.Selections[x]
	if !ok {
		obj := info.ObjectOf(x.Sel)
		if c := t.known(t.p.libs.Object(obj)); c != nil {
			return c
		}
		if v, ok := obj.(*types.Var); ok {
			if v.Pkg() == t.p.pass.Pkg {
				return t.variable(v, x.Pos(), sc)
			}
			return t.p.importedVar(v)
		}
		return t.object(obj, x.Pos(), sc)
	}
	field, ok := sel.Obj().(*types.Var)
	if !ok {
		return t.object(sel.Obj(), x.Pos(), sc)
	}
	owner := typeName(sel.Recv())
	if owner != nil {
		if e := t.p.libs.Field(owner, field.Name()); e != nil && e.Stripper != nil && e.Stripper.By == catalog.ByReading {
			return setting(aspect{e.Library.Name, catalog.SetsAttempts}, value{isSet: true, bound: catalog.Attempts(1), text: e.Symbol.Last()})
		}
	}
	field = field.Origin()
	if field.Pkg() == t.p.pass.Pkg {
		return t.variable(field, token.NoPos, sc)
	}
	if owner != nil && t.p.libs.Package(owner.Pkg()) != nil {
		// What a client of a library hands out goes by the client.
		return t.expr(x.X, sc)
	}
	return t.p.importedField(owner, field)
}

// variable returns what is known of what a variable or field holds at a place.
func (t *tracer) variable(v *types.Var, use token.Pos, sc *scope) *config {
	if arg, ok := sc.argument(v); ok {
		leave, ok := t.enter(v)
		if !ok {
			return unknownConfig()
		}
		defer leave()
		c := t.all(arg.exprs, arg.scope)
		return t.happened(v, c, use, sc)
	}
	leave, ok := t.enter(v)
	if !ok {
		return &config{}
	}
	defer leave()
	if param, ok := t.p.index().params[v]; ok {
		return t.happened(v, t.parameter(v, param, sc), use, sc)
	}
	if v.Pkg() != t.p.pass.Pkg {
		return unknownConfig()
	}
	if v.IsField() {
		return t.field(v, sc)
	}
	return t.happened(v, nil, use, sc)
}

func (sc *scope) argument(v *types.Var) (argument, bool) {
	if sc == nil {
		return argument{}, false
	}
	arg, ok := sc.args[v]
	return arg, ok
}

// happened applies what happens to a variable up to a place to what it holds first; nil
// is nothing yet.
func (t *tracer) happened(v *types.Var, c *config, use token.Pos, sc *scope) *config {
	for _, e := range t.p.index().events[v] {
		if use.IsValid() && e.pos >= use && !t.p.isGlobal(v) && e.call == nil {
			continue
		}
		this, isWhole := t.event(v, e, sc)
		switch {
		case this == nil:
		case c == nil:
			c = this
		case isWhole && !e.maybe:
			c = this
		case isWhole:
			c = c.or(this)
		case e.maybe:
			c = c.or(c.with(this))
		default:
			c = c.with(this)
		}
	}
	if c == nil {
		return unknownConfig()
	}
	return c
}

// event returns what an event says, nil if it does not matter, and whether it says all.
func (t *tracer) event(v *types.Var, e event, sc *scope) (c *config, isWhole bool) {
	switch {
	case e.call != nil:
		return t.method(e.call, sc), false
	case e.path != nil:
		return t.write(v, e, sc), false
	case e.value == nil:
		return &config{}, true
	}
	if call, ok := ast.Unparen(e.value).(*ast.CallExpr); ok {
		return t.call(call, e.result, sc), true
	}
	if kv, ok := e.value.(*ast.KeyValueExpr); ok {
		return t.expr(kv.Value, sc), true
	}
	return t.expr(e.value, sc), true
}

// method returns what a method call changes in what it is called on, nil if nothing.
func (t *tracer) method(call *ast.CallExpr, sc *scope) *config {
	fn, _ := typeutil.Callee(t.p.info, call).(*types.Func)
	e := t.p.libs.Func(fn)
	if e == nil {
		return nil
	}
	var c *config
	for _, s := range e.Settings {
		if this := t.option(e, s, call, fn.Signature(), sc); this != nil {
			if c == nil {
				c = &config{}
			}
			c = c.with(this)
		}
	}
	return c
}

// write returns what an assignment to a field of what a variable holds sets, nil if the
// field is no setting.
func (t *tracer) write(v *types.Var, e event, sc *scope) *config {
	owner := typeName(v.Type())
	for i := range e.path {
		if i > 0 {
			owner = typeName(e.path[i-1].Type())
		}
		if owner == nil {
			continue
		}
		names := make([]string, 0, len(e.path))
		for _, f := range e.path[i:] {
			names = append(names, f.Name())
		}
		if entry := t.p.libs.Field(owner, strings.Join(names, ".")); entry != nil {
			return t.assigned(entry, e.value, sc)
		}
	}
	return t.carried(e.path[len(e.path)-1].Type(), e.value, sc)
}

// assigned returns what giving a value to a field says.
func (t *tracer) assigned(e *catalog.Entry, x ast.Expr, sc *scope) *config {
	c := &config{}
	if e.Stripper != nil && e.Stripper.By == catalog.ByWriting {
		c = setting(aspect{e.Library.Name, catalog.SetsAttempts}, value{isSet: true, bound: catalog.Attempts(1), text: e.Symbol.Last()})
	}
	for _, s := range e.Settings {
		c = c.with(t.set(e, s, x, sc))
	}
	return c
}

// carried returns the hidden clients that a value brings along, if its type may hide
// one.
func (t *tracer) carried(typ types.Type, x ast.Expr, sc *scope) *config {
	if typ == nil || x == nil || !mayHide(typ) {
		return nil
	}
	c := t.expr(x, sc)
	return &config{layers: c.layers}
}

// mayHide reports whether clients hide behind a type: one of the standard library's, or
// an interface.
func mayHide(t types.Type) bool {
	name := typeName(t)
	return name != nil && name.Pkg() != nil && name.Pkg().Path() == "net/http" && (name.Name() == "Client" || name.Name() == "RoundTripper")
}

// field returns what is known of what a field of a type of this package holds.
func (t *tracer) field(v *types.Var, sc *scope) *config {
	var found *config
	var changes []*config
	differs := false
	for _, e := range t.p.index().events[v] {
		this, isWhole := t.event(v, e, nil)
		if this == nil || isWhole && e.value != nil && t.isNil(e.value) {
			continue
		}
		if !isWhole {
			if e.maybe {
				this = (&config{}).or(this)
			}
			changes = append(changes, this)
			continue
		}
		switch {
		case found == nil:
			found = this
		case !found.same(this):
			found, differs = found.or(this), true
		}
	}
	if found == nil {
		found = unknownConfig()
	}
	for _, c := range changes {
		found = found.with(c)
	}
	if differs {
		found = found.with(&config{sight: several})
	}
	return found
}

func (t *tracer) isNil(x ast.Expr) bool {
	tv, ok := t.p.info.Types[x]
	return ok && tv.IsNil()
}

// parameter returns what is known of what callers give a parameter.
func (t *tracer) parameter(v *types.Var, param parameter, sc *scope) *config {
	if param.fn == nil || param.index < 0 || param.fn.Exported() {
		// Others may call it.
		return &config{sight: unseen, sets: map[aspect][]value{}}
	}
	var found *config
	for _, site := range t.p.index().calls[param.fn.Origin()] {
		args, ok := arguments(param.fn.Signature(), site.call, param.index)
		if !ok {
			return unknownConfig()
		}
		this := t.all(args, nil)
		if found == nil {
			found = this
		} else if !found.same(this) {
			found = found.or(this)
		}
	}
	if found == nil {
		return unknownConfig()
	}
	return found
}

// arguments returns what a call gives the parameter with an index.
func arguments(sig *types.Signature, call *ast.CallExpr, index int) (args []ast.Expr, ok bool) {
	switch {
	case sig.Params().Len() != len(call.Args) && !sig.Variadic():
		// A call that is given several results at once.
		return nil, false
	case sig.Variadic() && index == sig.Params().Len()-1:
		if index > len(call.Args) {
			return nil, false
		}
		return call.Args[index:], true
	case index >= len(call.Args):
		return nil, false
	}
	return call.Args[index : index+1], true
}

// function returns what a function says as a value: what it does to what it is given,
// as options do, or what it returns.
func (t *tracer) function(fn ast.Node, typ *ast.FuncType, sc *scope) *config {
	leave, ok := t.enter(fn)
	if !ok {
		return &config{}
	}
	defer leave()
	c := &config{}
	for _, field := range typ.Params.List {
		for _, name := range field.Names {
			v, ok := t.p.info.Defs[name].(*types.Var)
			if !ok {
				continue
			}
			if owner := typeName(v.Type()); owner == nil || t.p.libs.Package(owner.Pkg()) == nil {
				continue
			}
			c = c.with(t.happened(v, &config{}, token.NoPos, sc))
		}
	}
	if typ.Results != nil && len(typ.Results.List) > 0 {
		if r := t.returns(fn, 0, sc); r != nil && !r.empty() {
			c = c.with(&config{sets: r.sets, layers: r.layers})
		}
	}
	return c
}

// returns returns what is known of a result of a function; nil if it returns nothing.
func (t *tracer) returns(fn ast.Node, result int, sc *scope) *config {
	var found *config
	for _, r := range t.p.index().results[fn] {
		var this *config
		switch {
		case len(r.results) == 0:
			this = t.namedResult(fn, result, sc)
		case result < len(r.results) && t.isNil(r.results[result]):
			continue
		case result < len(r.results) && len(r.results) > 1 && isEmptyLiteral(r.results[result]):
			// What is returned beside an error.
			continue
		case result < len(r.results):
			this = t.expr(r.results[result], sc)
		case len(r.results) == 1:
			if call, ok := ast.Unparen(r.results[0]).(*ast.CallExpr); ok {
				this = t.call(call, result, sc)
			}
		}
		switch {
		case this == nil:
		case found == nil:
			found = this
		default:
			found = found.or(this)
		}
	}
	return found
}

// isEmptyLiteral reports whether an expression is a composite literal of nothing.
func isEmptyLiteral(x ast.Expr) bool {
	if u, ok := ast.Unparen(x).(*ast.UnaryExpr); ok {
		x = u.X
	}
	lit, ok := ast.Unparen(x).(*ast.CompositeLit)
	return ok && len(lit.Elts) == 0
}

// namedResult returns what is known of a result that has a name.
func (t *tracer) namedResult(fn ast.Node, result int, sc *scope) *config {
	var typ *ast.FuncType
	switch fn := fn.(type) {
	case *ast.FuncDecl:
		typ = fn.Type
	case *ast.FuncLit:
		typ = fn.Type
	}
	if typ == nil || typ.Results == nil {
		return nil
	}
	i := 0
	for _, field := range typ.Results.List {
		for _, name := range field.Names {
			if v, ok := t.p.info.Defs[name].(*types.Var); ok && i == result {
				return t.happened(v, &config{}, token.NoPos, sc)
			}
			i++
		}
	}
	return nil
}

// call returns what is known of a result of a call.
func (t *tracer) call(call *ast.CallExpr, result int, sc *scope) *config {
	info := t.p.info
	if tv, ok := info.Types[call.Fun]; ok && tv.IsType() {
		return t.all(call.Args, sc)
	}
	switch callee := typeutil.Callee(info, call).(type) {
	case *types.Builtin:
		switch callee.Name() {
		case "append":
			return t.all(call.Args, sc)
		case "new", "make":
			return &config{}
		}
		return unknownConfig()
	case *types.Func:
		return t.called(callee.Origin(), call, result, sc)
	}
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		if c := t.returns(lit, result, sc); c != nil {
			return c
		}
	}
	return unknownConfig()
}

// called returns what is known of a result of a call of a declared function.
func (t *tracer) called(fn *types.Func, call *ast.CallExpr, result int, sc *scope) *config {
	sig := fn.Signature()
	if e := t.p.libs.Func(fn); e != nil {
		if c := t.fromLibrary(e, call, sig, sc); c != nil {
			return c
		}
	}
	if decl := t.p.index().decls[fn]; decl != nil && decl.Body != nil {
		if c := t.into(fn, decl, call, sc, func(inner *scope) *config { return t.returns(decl, result, inner) }); c != nil {
			return c
		}
		return unknownConfig()
	}
	if isPointerTo(sig) {
		return t.all(call.Args, sc)
	}
	if c, ok := t.p.importedResult(fn, result); ok {
		// It may hand on what it is given.
		given := t.all(call.Args, sc)
		return c.with(&config{sets: given.sets, layers: given.layers})
	}
	if fn.Pkg() != nil && t.p.libs.Package(fn.Pkg()) != nil {
		// A function of the library that nothing else is known of hands on what it is
		// given, a method what it is called on.
		c := t.all(call.Args, sc)
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && sig.Recv() != nil {
			c = t.expr(sel.X, sc).with(c)
		}
		return &config{sets: c.sets, layers: c.layers, sight: c.sight}
	}
	return unknownConfig()
}

// into looks into a function of the package with what a call gives it.
func (t *tracer) into(fn *types.Func, decl *ast.FuncDecl, call *ast.CallExpr, sc *scope, look func(*scope) *config) *config {
	depth := 0
	if sc != nil {
		depth = sc.depth
	}
	if depth >= maxDepth {
		return nil
	}
	leave, ok := t.enter(decl)
	if !ok {
		return nil
	}
	defer leave()
	return look(t.p.bind(fn, decl, call, sc))
}

// bind returns the scope of a function that is called.
func (p *Package) bind(fn *types.Func, decl *ast.FuncDecl, call *ast.CallExpr, sc *scope) *scope {
	inner := &scope{args: make(map[*types.Var]argument)}
	if sc != nil {
		inner.depth = sc.depth
	}
	inner.depth++
	i := 0
	for _, field := range decl.Type.Params.List {
		for _, name := range field.Names {
			if v, ok := p.info.Defs[name].(*types.Var); ok {
				if args, ok := arguments(fn.Signature(), call, i); ok {
					inner.args[v] = argument{args, sc}
				}
			}
			i++
		}
		if len(field.Names) == 0 {
			i++
		}
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && decl.Recv != nil {
		for _, field := range decl.Recv.List {
			for _, name := range field.Names {
				if v, ok := p.info.Defs[name].(*types.Var); ok {
					inner.args[v] = argument{[]ast.Expr{sel.X}, sc}
				}
			}
		}
	}
	return inner
}

// isPointerTo reports whether a function returns a pointer to what it is given, by its
// types.
func isPointerTo(sig *types.Signature) bool {
	if sig.Params().Len() != 1 || sig.Results().Len() != 1 {
		return false
	}
	ptr, ok := sig.Results().At(0).Type().(*types.Pointer)
	return ok && types.Identical(ptr.Elem(), sig.Params().At(0).Type())
}

// fromLibrary returns what a call of a function of a library gives, nil if nothing is
// known of it.
func (t *tracer) fromLibrary(e *catalog.Entry, call *ast.CallExpr, sig *types.Signature, sc *scope) *config {
	switch {
	case e.Backoff != nil:
		return t.withBase(t.backoff(e, t.places(e.Backoff.Config, call, sig, sc)), e, call)
	case len(e.Makes) > 0:
		return t.made(e, call, sig, sc)
	case len(e.Settings) > 0:
		c := &config{}
		for _, s := range e.Settings {
			if this := t.option(e, s, call, sig, sc); this != nil {
				c = c.with(this)
			}
		}
		return c
	}
	return nil
}

// withBase fills in the first wait of a backoff that takes it as an argument.
func (t *tracer) withBase(c *config, e *catalog.Entry, call *ast.CallExpr) *config {
	a := aspect{e.Library.Name, catalog.SetsWait}
	vs := slices.Clone(c.of(a))
	for i := range vs {
		if !vs[i].isSet || vs[i].text != e.Symbol.Last() {
			continue
		}
		vs[i].text = types.ExprString(call.Fun)
		for _, arg := range call.Args {
			if tv := t.p.info.Types[arg]; tv.Value != nil && tv.Type.String() == "time.Duration" {
				n, _ := constant.Int64Val(tv.Value)
				vs[i].wait.Base = time.Duration(n)
				break
			}
			if types.TypeString(t.p.info.TypeOf(arg), nil) == "time.Duration" {
				vs[i].wait.Base, vs[i].text = 0, types.ExprString(arg)
				break
			}
		}
		return c.with(setting(a, vs...))
	}
	return c
}

// made returns what a constructor makes.
func (t *tracer) made(e *catalog.Entry, call *ast.CallExpr, sig *types.Signature, sc *scope) *config {
	m := e.Makes[0]
	places := m.Constructor.Config
	c := t.places(places, call, sig, sc)
	// Whatever else it is given may hide a client.
	for i, arg := range call.Args {
		if !slices.Contains(places, catalog.Param(i)) {
			if carried := t.carried(t.p.info.TypeOf(arg), arg, sc); carried != nil {
				c = c.with(carried)
			}
		}
	}
	if m.Constructor.As == "" {
		return c
	}
	hidden := layer{library: m.Library, client: m.Client, as: m.Constructor.As, sets: c.of(aspect{m.Library.Name, catalog.SetsAttempts})}
	return &config{layers: append([]layer{hidden}, c.layers...), sight: c.sight}
}

// places returns what a call gives at some places; the later ones win.
func (t *tracer) places(places []catalog.Place, call *ast.CallExpr, sig *types.Signature, sc *scope) *config {
	c := &config{}
	for _, place := range places {
		c = c.with(t.at(place, call, sig, sc))
	}
	return c
}

// at returns what a call gives at a place.
func (t *tracer) at(place catalog.Place, call *ast.CallExpr, sig *types.Signature, sc *scope) *config {
	if place == catalog.Receiver {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			return t.expr(sel.X, sc)
		}
		return unknownConfig()
	}
	i, ok := place.Index(sig)
	if !ok {
		return &config{}
	}
	args, ok := arguments(sig, call, i)
	if !ok {
		return &config{}
	}
	return t.all(args, sc)
}

// option returns what a function that is a setting says, nil if nothing.
func (t *tracer) option(e *catalog.Entry, s *catalog.Setting, call *ast.CallExpr, sig *types.Signature, sc *scope) *config {
	below := &config{}
	if s.Wraps != catalog.None {
		below = t.at(s.Wraps, call, sig, sc)
	}
	i, ok := s.Value().Index(sig)
	if !ok {
		return below.with(t.fixed(e, s))
	}
	args, ok := arguments(sig, call, i)
	switch {
	case !ok:
		return below
	case s.Sets == catalog.SetsPolicy:
		return below.with(t.all(args, sc))
	case len(args) != 1:
		return below.with(t.fixed(e, s))
	}
	return below.with(t.set(e, s, args[0], sc))
}

// set returns what giving a setting a value says.
func (t *tracer) set(e *catalog.Entry, s *catalog.Setting, x ast.Expr, sc *scope) *config {
	switch s.Sets {
	case catalog.SetsPolicy:
		return t.expr(x, sc)
	case catalog.SetsServiceConfig:
		return t.serviceConfig(e, x, sc)
	case catalog.SetsWait:
		if !s.Wait.IsZero() && s.Wait.Kind != catalog.GivenWait {
			return setting(aspect{e.Library.Name, catalog.SetsWait}, value{isSet: true, wait: s.Wait, text: e.Symbol.Last(), place: t.p.place(x.Pos())})
		}
		return t.wait(e, s, x, sc)
	case catalog.SetsJitter:
		return t.jitter(e, x, sc)
	case catalog.SetsDecision:
		return setting(aspect{e.Library.Name, catalog.SetsDecision}, value{isSet: true, text: e.Symbol.Last(), place: t.p.place(x.Pos())})
	case catalog.SetsTimeout:
		return setting(aspect{e.Library.Name, catalog.SetsTimeout}, t.duration(x))
	case catalog.SetsAttempts:
		return t.attempts(e, s, x, sc)
	}
	return &config{}
}

// duration returns a value that is a time, and known if it is a constant.
func (t *tracer) duration(x ast.Expr) value {
	v := value{isSet: true, text: types.ExprString(x), place: t.p.place(x.Pos())}
	if tv := t.p.info.Types[x]; tv.Value != nil {
		n, _ := constant.Int64Val(constant.ToInt(tv.Value))
		v.wait.Base = time.Duration(n)
	}
	return v
}

// wait returns what a setting of the wait says: of the first one, if its value is a time,
// or of all.
func (t *tracer) wait(e *catalog.Entry, s *catalog.Setting, x ast.Expr, sc *scope) *config {
	if types.TypeString(t.p.info.TypeOf(x), nil) == "time.Duration" {
		return setting(aspect{e.Library.Name, setsBase}, t.duration(x))
	}
	c := t.expr(x, sc)
	if len(c.sets) == 0 && s.Wait.Kind == catalog.GivenWait {
		return setting(aspect{e.Library.Name, catalog.SetsWait}, value{isSet: true, wait: catalog.Wait{Kind: catalog.UnknownWait}, text: types.ExprString(x)})
	}
	return c
}

// jitter returns what a setting of jitter says: the value 0 is none.
func (t *tracer) jitter(e *catalog.Entry, x ast.Expr, sc *scope) *config {
	tv, ok := t.p.info.Types[x]
	if !ok || tv.Value == nil {
		return &config{}
	}
	a := aspect{e.Library.Name, catalog.SetsJitter}
	v := value{isSet: true, text: e.Symbol.Last() + " = " + tv.Value.String(), place: t.p.place(x.Pos()), wait: catalog.Wait{Jitter: catalog.SomeJitter}}
	if n := constant.ToFloat(tv.Value); n.Kind() == constant.Float && constant.Sign(n) == 0 || tv.Value.Kind() == constant.Bool && !constant.BoolVal(tv.Value) {
		v.wait.Jitter = catalog.NoJitter
	}
	return setting(a, v)
}

// attempts returns what a setting of attempts says with a value.
func (t *tracer) attempts(e *catalog.Entry, s *catalog.Setting, x ast.Expr, sc *scope) *config {
	a := aspect{e.Library.Name, catalog.SetsAttempts}
	name := e.Symbol.Last()
	switch {
	case s.Limits:
		return &config{}
	case s.Counts == "":
		return t.switched(e, s, x)
	}
	var vs []value
	for _, n := range t.numbers(x, sc) {
		v := value{isSet: true, place: n.place}
		if v.place == "" {
			v.place = t.p.place(x.Pos())
		}
		if !n.known {
			v.bound = catalog.Bound{Kind: catalog.UnknownBound}
			v.text = name + " = " + n.text
			vs = append(vs, v)
			continue
		}
		v.bound = s.AttemptsOf(n.n)
		if v.bound.IsZero() {
			continue
		}
		v.text = fmt.Sprintf("%s = %s", name, n.text)
		v.looksOff = n.n <= 0 && !v.bound.Once()
		vs = append(vs, v)
	}
	return setting(a, vs...)
}

// switched returns what a switch says that is given a value.
func (t *tracer) switched(e *catalog.Entry, s *catalog.Setting, x ast.Expr) *config {
	text := types.ExprString(x)
	if tv, ok := t.p.info.Types[x]; ok && tv.Value != nil {
		text = tv.Value.String()
	}
	if s.Attempts.IsZero() {
		return &config{}
	}
	if s.When != "" && s.When != text && !strings.HasSuffix(s.When, "."+text[strings.LastIndexByte(text, '.')+1:]) {
		return &config{}
	}
	v := value{isSet: true, bound: s.Attempts, text: e.Symbol.Last() + " = " + text, place: t.p.place(x.Pos())}
	return setting(aspect{e.Library.Name, catalog.SetsAttempts}, v)
}

// literal returns what a composite literal says.
func (t *tracer) literal(x *ast.CompositeLit, sc *scope) *config {
	typ := t.p.info.TypeOf(x)
	if typ == nil {
		return unknownConfig()
	}
	if ptr, ok := typ.Underlying().(*types.Pointer); ok {
		typ = ptr.Elem()
	}
	st, isStruct := typ.Underlying().(*types.Struct)
	if !isStruct {
		c := &config{}
		for _, elt := range x.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			c = c.with(t.expr(elt, sc))
		}
		return c
	}
	owner := typeName(typ)
	c := &config{}
	if owner != nil {
		c = t.ofType(owner, x, sc)
	}
	for i, elt := range x.Elts {
		var field *types.Var
		val := elt
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			val = kv.Value
			if key, ok := kv.Key.(*ast.Ident); ok {
				field, _ = t.p.info.Uses[key].(*types.Var)
			}
		} else if i < st.NumFields() {
			field = st.Field(i)
		}
		if field == nil {
			continue
		}
		c = c.with(t.part(owner, field.Name(), field, val, sc))
	}
	return c
}

// ofType returns what a literal of a type says by its type alone.
func (t *tracer) ofType(owner *types.TypeName, x *ast.CompositeLit, sc *scope) *config {
	e := t.p.libs.Object(owner)
	if e == nil {
		return &config{}
	}
	if len(e.Makes) > 0 && e.Makes[0].Constructor.As != "" {
		m := e.Makes[0]
		inner := &config{}
		for _, elt := range x.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			inner = inner.with(t.expr(elt, sc))
		}
		hidden := layer{library: m.Library, client: m.Client, as: m.Constructor.As, sets: inner.of(aspect{m.Library.Name, catalog.SetsAttempts})}
		return &config{layers: []layer{hidden}, sight: inner.sight}
	}
	if c := t.known(e); c != nil {
		return c
	}
	return &config{}
}

// part returns what a field of a literal says, those of structs within it included.
func (t *tracer) part(owner *types.TypeName, path string, field *types.Var, x ast.Expr, sc *scope) *config {
	if owner == nil {
		return &config{}
	}
	if e := t.p.libs.Field(owner, path); e != nil {
		return t.assigned(e, x, sc)
	}
	if carried := t.carried(field.Type(), x, sc); carried != nil {
		return carried
	}
	if t.p.libs.Package(owner.Pkg()) == nil {
		return &config{}
	}
	// A struct within the struct of a library, of a type that has settings itself or
	// whose fields go by the outer type.
	lit, ok := ast.Unparen(x).(*ast.CompositeLit)
	if !ok {
		if _, isStruct := field.Type().Underlying().(*types.Struct); isStruct {
			return t.expr(x, sc)
		}
		return &config{}
	}
	c := t.expr(lit, sc)
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if key, ok := kv.Key.(*ast.Ident); ok {
			if inner, ok := t.p.info.Uses[key].(*types.Var); ok {
				if e := t.p.libs.Field(owner, path+"."+inner.Name()); e != nil {
					c = c.with(t.assigned(e, kv.Value, sc))
				}
			}
		}
	}
	return c
}

// place returns a place of the package at hand, without its directory.
func (p *Package) place(pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	at := p.pass.Fset.Position(pos)
	return fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)
}

// isGlobal reports whether a variable is one of the package.
func (p *Package) isGlobal(v *types.Var) bool { return v.Parent() == p.pass.Pkg.Scope() }

// typeName returns the name of a type or of what it points to, nil if it has none.
func typeName(t types.Type) *types.TypeName {
	t = types.Unalias(t)
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	if named, ok := t.(*types.Named); ok {
		return named.Origin().Obj()
	}
	return nil
}
