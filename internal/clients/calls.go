package clients

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/retrylint/retrylint/internal/catalog"
)

// Call is a call that a library tries more than once by itself.
type Call struct {
	// Expr is the call, Text the callee as messages print it.
	Expr *ast.CallExpr
	Text string
	// Through are the functions of the package between the call that was asked for and
	// this one, by name, the outer one first.
	Through []string
	// Tries are what tries it: more than one if they multiply.
	Tries []Tries
	// Seen says that the making of the client, or what is set for it, is in sight, and that
	// the retries are on whatever the conditions.
	Seen bool
	// Decision says what the library tries again by default.
	Decision catalog.Decision
}

// Tries says how often a library tries a call by itself.
type Tries struct {
	// Library and Client are the names in the catalogue.
	Library, Client string
	// Attempts is the largest number of tries, the first included.
	Attempts catalog.Bound
	// Origin says where the number comes from, such as "default MaxRetries 3, v9.7.0".
	Origin string
	// LooksOff says that the number was set to one that looks like off, but is not.
	LooksOff bool
	// Off is the edit that turns the retries off, "" if none is known.
	Off string
}

// maxThrough is the number of functions of the package that lie between a call and that
// of a library.
const maxThrough = 3

// Calls returns the calls of clients that a call makes in the package: itself, within
// what it is given, or in the functions of the package that it goes through.
func (p *Package) Calls(call *ast.CallExpr) []Call {
	w := &walk{p: p, t: p.tracer(), seen: make(map[ast.Node]bool)}
	w.node(call, nil, nil)
	return w.found
}

// Call returns how often libraries try a call by itself; nil if once, or if that cannot be
// told. What the call goes through in the package is not looked at.
func (p *Package) Call(call *ast.CallExpr) *Call { return p.tracer().tried(call, nil) }

// walk looks for calls of clients.
type walk struct {
	p     *Package
	t     *tracer
	found []Call
	seen  map[ast.Node]bool
}

func (w *walk) node(root ast.Node, sc *scope, through []string) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			// Nobody waits for it.
			return false
		case *ast.ExprStmt:
			// A failure that nobody looks at leads nowhere.
			_, isCall := ast.Unparen(n.X).(*ast.CallExpr)
			return !isCall || !w.fails(n.X)
		case *ast.CallExpr:
			w.call(n, sc, through)
		}
		return true
	})
}

// fails reports whether an expression is a call that returns an error.
func (w *walk) fails(x ast.Expr) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	t := w.p.info.TypeOf(call)
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		t = tuple.At(tuple.Len() - 1).Type()
	}
	return t != nil && types.Identical(t, types.Universe.Lookup("error").Type())
}

func (w *walk) call(call *ast.CallExpr, sc *scope, through []string) {
	w.t.steps = 0
	if c := w.t.tried(call, sc); c != nil {
		c.Through = slices.Clone(through)
		w.found = append(w.found, *c)
	}
	if len(through) >= maxThrough {
		return
	}
	for _, arg := range call.Args {
		// A function that is given is called on the caller's behalf.
		w.value(arg, through)
	}
	fn, ok := typeutil.Callee(w.p.info, call).(*types.Func)
	if !ok {
		if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
			w.value(id, through)
		}
		return
	}
	decl := w.p.index().decls[fn.Origin()]
	if decl == nil || decl.Body == nil || w.seen[decl] {
		return
	}
	w.seen[decl] = true
	w.node(decl.Body, w.p.bind(fn.Origin(), decl, call, sc), append(slices.Clip(through), fn.Name()))
}

// value looks into a function that an expression names.
func (w *walk) value(x ast.Expr, through []string) {
	var name string
	var body *ast.BlockStmt
	switch obj := w.named(x).(type) {
	case *types.Func:
		if decl := w.p.index().decls[obj.Origin()]; decl != nil {
			name, body = obj.Name(), decl.Body
		}
	case *types.Var:
		if events := w.p.index().events[obj.Origin()]; len(events) == 1 && events[0].value != nil {
			if lit, ok := ast.Unparen(events[0].value).(*ast.FuncLit); ok {
				name, body = obj.Name(), lit.Body
			}
		}
	}
	if body == nil || w.seen[body] {
		return
	}
	w.seen[body] = true
	w.node(body, nil, append(slices.Clip(through), name))
}

// named returns the function or variable of a function type that an expression names.
func (w *walk) named(x ast.Expr) types.Object {
	x = ast.Unparen(x)
	if sel, ok := x.(*ast.SelectorExpr); ok {
		x = sel.Sel
	}
	id, ok := x.(*ast.Ident)
	if !ok {
		return nil
	}
	obj := w.p.info.ObjectOf(id)
	if obj == nil || obj.Type() == nil {
		return nil
	}
	if _, ok := obj.Type().Underlying().(*types.Signature); !ok {
		return nil
	}
	return obj
}

// tried returns how a call is tried by libraries, nil if once, or if that cannot be told.
func (t *tracer) tried(call *ast.CallExpr, sc *scope) *Call {
	fn, ok := callee(t.p.info, call)
	if !ok {
		return nil
	}
	var recv types.Type
	sel, isMethod := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if isMethod && fn.Signature().Recv() != nil {
		recv = t.p.info.TypeOf(sel.X)
	}
	out := &Call{Expr: call, Text: t.p.text(fn, recv), Seen: true}
	c := &config{}
	if cc, ok := t.p.libs.ClientCall(t.p.info, call); ok {
		c = t.places(cc.Config(), call, fn.Signature(), sc)
		out.Decision = cc.Decision()
		if !t.add(out, cc, c, t.p.libs.VersionAt(t.p.libs.Callee(t.p.info, call).Symbol.Path)) {
			return nil
		}
	} else if fn.Pkg() == nil || fn.Pkg() == t.p.pass.Pkg {
		return nil
	} else {
		c = t.given(call, recv != nil, sc)
	}
	for _, l := range c.layers {
		t.addLayer(out, l, c)
	}
	if len(out.Tries) == 0 {
		return nil
	}
	return out
}

// callee returns the declared function that a call calls.
func callee(info *types.Info, call *ast.CallExpr) (fn *types.Func, ok bool) {
	fn, ok = typeutil.Callee(info, call).(*types.Func)
	if !ok {
		return nil, false
	}
	return fn.Origin(), true
}

// given returns the hidden clients in what a call outside the package is made with.
func (t *tracer) given(call *ast.CallExpr, isMethod bool, sc *scope) *config {
	c := &config{}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && isMethod && t.mayHold(t.p.info.TypeOf(sel.X)) {
		c = c.with(t.expr(sel.X, sc))
	}
	for _, arg := range call.Args {
		if t.mayHold(t.p.info.TypeOf(arg)) {
			c = c.with(t.expr(arg, sc))
		}
	}
	return c
}

// mayHold reports whether a value may hold a hidden client: a struct of another package
// that has one among its fields.
func (t *tracer) mayHold(typ types.Type) bool {
	if typ == nil {
		return false
	}
	if mayHide(typ) {
		return true
	}
	name := typeName(typ)
	if name == nil || name.Pkg() == nil || name.Pkg() == t.p.pass.Pkg {
		return false
	}
	st, ok := name.Type().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if mayHide(f.Type()) {
			return true
		}
	}
	return false
}

// add adds what a client tries by itself; ok is false if that cannot be told.
func (t *tracer) add(out *Call, cc catalog.ClientCall, c *config, version string) (ok bool) {
	vs := c.of(aspect{cc.Library.Name, catalog.SetsAttempts})
	if cc.Calls.Fixed || cc.Calls.Attempts.Once() {
		vs = []value{inherit}
	}
	base := cc.Attempts()
	var best *chosen
	some := false
	for _, v := range vs {
		this := choose(v, base)
		switch {
		case this.bound.Once():
			some = true
		case this.bound.Kind == catalog.UnknownBound && !mayBeOn(cc.Library, cc.Client, v):
			some = true
		case best == nil || this.more(best):
			best = this
		}
	}
	switch {
	case best == nil:
		return true
	case c.sight == several && some:
		return false
	}
	if some || best.isDefault && c.sight != seen {
		out.Seen = false
	}
	tries := Tries{Library: cc.Library.Name, Client: cc.Client.Name, Attempts: best.bound, LooksOff: best.value.looksOff}
	tries.Origin = best.origin(cc.Library, cc.Client.Settings)
	if version != "" {
		tries.Origin += ", " + version
	}
	if len(cc.Client.Off) > 0 {
		tries.Off = cc.Client.Off[0]
	}
	out.Tries = append(out.Tries, tries)
	return true
}

// mayBeOn reports whether a number that is not known leaves the retries of a client on:
// if it is zero by omission, that means the default.
func mayBeOn(l *catalog.Library, cl *catalog.Client, v value) bool {
	name, _, _ := strings.Cut(v.text, " = ")
	for _, symbol := range cl.Settings {
		if s := l.Setting(symbol); s != nil && s.Sets == catalog.SetsAttempts && symbol.Last() == name {
			return s.Zero == catalog.MeansDefault
		}
	}
	return false
}

// addLayer adds what a hidden client tries.
func (t *tracer) addLayer(out *Call, l layer, c *config) {
	base := l.library.ClientAttempts(l.client)
	vs := l.sets
	if over := c.of(aspect{l.library.Name, catalog.SetsAttempts}); !slices.Contains(over, inherit) {
		vs = over
	}
	var best *chosen
	for _, v := range vs {
		if this := choose(v, base); !this.bound.Once() && this.bound.Kind != catalog.UnknownBound && (best == nil || this.more(best)) {
			best = this
		}
	}
	if best == nil {
		return
	}
	tries := Tries{Library: l.library.Name, Client: l.client.Name, Attempts: best.bound, LooksOff: best.value.looksOff}
	tries.Origin = best.origin(l.library, l.client.Settings)
	if len(l.client.Off) > 0 {
		tries.Off = l.client.Off[0]
	}
	out.Tries = append(out.Tries, tries)
	if out.Decision.IsZero() {
		out.Decision = l.client.Decision
	}
}

// chosen is a value with what it comes to.
type chosen struct {
	value     value
	bound     catalog.Bound
	isDefault bool
}

func choose(v value, base catalog.Bound) *chosen {
	switch {
	case !v.isSet:
		return &chosen{v, base, true}
	case v.bound.Kind == catalog.ByDefault:
		return &chosen{v, base, false}
	}
	return &chosen{v, v.bound, false}
}

// ranks orders kinds of bounds.
var ranks = []catalog.BoundKind{catalog.UnknownBound, catalog.Counted, catalog.Timed, catalog.UntilDeadline, catalog.Unlimited}

func (c *chosen) more(o *chosen) bool {
	a, b := slices.Index(ranks, c.bound.Kind), slices.Index(ranks, o.bound.Kind)
	return a > b || a == b && c.bound.N > o.bound.N
}

// origin says where a number comes from.
func (c *chosen) origin(l *catalog.Library, settings []catalog.Symbol) string {
	if c.isDefault {
		for _, symbol := range settings {
			s := l.Setting(symbol)
			if s == nil || s.Sets != catalog.SetsAttempts {
				continue
			}
			if s.Default == "" || s.ByDefault().IsZero() {
				break
			}
			return "default " + symbol.Last() + " " + s.Default
		}
		return "by default"
	}
	text := c.value.text
	if c.value.place != "" {
		text += " at " + c.value.place
	}
	if c.value.looksOff {
		text += ", which means the default"
	}
	return text
}

// text returns a function as messages print it.
func (p *Package) text(fn *types.Func, recv types.Type) string {
	byName := func(other *types.Package) string {
		if other == p.pass.Pkg {
			return ""
		}
		return other.Name()
	}
	switch {
	case recv != nil:
		return "(" + types.TypeString(recv, byName) + ")." + fn.Name()
	case fn.Pkg() != nil && fn.Pkg() != p.pass.Pkg:
		return fn.Pkg().Name() + "." + fn.Name()
	}
	return fn.Name()
}

// Phrase returns the number of tries as messages print it.
func (t *Tries) Phrase() string {
	switch t.Attempts.Kind {
	case catalog.Counted:
		return strconv.Itoa(t.Attempts.N)
	case catalog.Timed:
		if t.Attempts.N > 0 {
			return fmt.Sprintf("about %d", t.Attempts.N)
		}
		return "those that fit into " + t.Attempts.Within.String()
	case catalog.UntilDeadline, catalog.Unlimited:
		return "any number"
	}
	return "more"
}
