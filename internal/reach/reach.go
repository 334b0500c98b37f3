// Package reach finds out, for every function of a package, whether a call of it
// reaches another process, and whether it may block for a time.
//
// It reads syntax and types only: it runs for every dependency under go vet, and
// must be cheap where there is nothing to find.
package reach

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/retrylint/retrylint/internal/libraries"
	"github.com/retrylint/retrylint/internal/settings"
)

// Level says whether a call reaches another process.
type Level uint8

// The levels, in rising order.
const (
	// Local is for calls that stay within the process or the machine's kernel,
	// and for those of which nothing speaks for more.
	Local Level = iota
	// Child is for calls that run a child process whose program is known to use
	// the network. What it was asked to do is not known.
	Child
	// Probable is for calls without a body in sight that take a context and
	// return an error.
	Probable
	// Remote is for calls that reach another process.
	Remote
)

// String returns the level as rules.md names it.
func (l Level) String() string {
	return [...]string{"local", "child process", "probably remote", "remote"}[l]
}

// Summary says what is known of the calls of a function.
type Summary struct {
	Remote Level
	// Waits says that a call may block until a time has passed.
	Waits bool
	// Via names the function that gave the level, "" if it is the function itself;
	// for a child process its program.
	Via string
}

// Fact is what a package exports. It names its functions without the path of
// the package. A package of which nothing is to be said exports an empty fact,
// so that "nothing to say" and "not analysed" differ.
type Fact struct {
	// Names are the functions of which something is to be said.
	Names Names
	// Calls are what a call of each does: its level, and waits if it may wait.
	Calls []byte
}

// waits is the bit of a call that may block until a time has passed, above its level.
const waits = 1 << 2

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

// newFact returns the fact that calls of functions, by name, do something.
func newFact(calls map[string]Summary) *Fact {
	f := &Fact{Names: slices.Sorted(maps.Keys(calls))}
	for _, name := range f.Names {
		call := byte(calls[name].Remote)
		if calls[name].Waits {
			call |= waits
		}
		f.Calls = append(f.Calls, call)
	}
	return f
}

func (f *Fact) String() string {
	var parts []string
	part := func(title string, in func(call byte) bool) {
		var names []string
		for i, name := range f.Names {
			if in(f.Calls[i]) {
				names = append(names, name)
			}
		}
		if len(names) > 0 {
			parts = append(parts, title+": "+strings.Join(names, ", "))
		}
	}
	for _, level := range []Level{Remote, Probable, Child} {
		part(level.String(), func(call byte) bool { return levelOf(call) == level })
	}
	part("waits", func(call byte) bool { return call&waits != 0 })
	return strings.Join(parts, "; ")
}

func levelOf(call byte) Level { return Level(call &^ waits) }

// valid reports whether a fact that was read can be searched. One that cannot was
// written by another version: it is no fact.
func (f *Fact) valid() bool {
	return slices.IsSorted(f.Names) && len(f.Names) == len(f.Calls) && !slices.ContainsFunc(f.Calls, func(call byte) bool { return levelOf(call) > Remote })
}

// of returns what is said of a function.
func (f *Fact) of(name string) Summary {
	i, ok := slices.BinarySearch(f.Names, name)
	if !ok {
		return Summary{}
	}
	return Summary{Remote: levelOf(f.Calls[i]), Waits: f.Calls[i]&waits != 0}
}

// reaches reports whether a function of the package reaches another process.
func (f *Fact) reaches() bool {
	return slices.ContainsFunc(f.Calls, func(call byte) bool { return levelOf(call) == Remote })
}

// Analyzer computes a [*Package] for each package and exports its [Fact].
var Analyzer = &analysis.Analyzer{
	Name:       "retryreach",
	Doc:        "find the functions whose calls reach another process",
	Requires:   []*analysis.Analyzer{settings.Analyzer, libraries.Analyzer},
	ResultType: reflect.TypeFor[*Package](),
	FactTypes:  []analysis.Fact{new(Fact)},
	Run:        run,
}

// Package answers for the functions of one package and of its imports.
type Package struct {
	pass *analysis.Pass
	libs *libraries.Libraries
	// cfg has what users say of functions.
	cfg    *settings.Settings
	funcs  map[*types.Func]*node
	lits   map[*ast.FuncLit]*node
	params map[*types.Var]*node
	byName map[string]*node
	// facts are those of imports that were asked for; mu guards them, because
	// rules run at the same time.
	mu    sync.Mutex
	facts map[string]*Fact
	// named are the facts of all packages below, by path; nil until asked for.
	named map[string]*Fact
	// concrete are the types that may implement interfaces; nil until asked for.
	concrete []*types.TypeName
	// implementing are the types that implement the interfaces that were asked for.
	implementing map[*types.Interface][]*types.TypeName
	// methods are the interface methods that are called.
	methods map[*types.Func]*node
	// children are the calls that run a child process which uses the network.
	children map[token.Pos]child
	// wrapped are what reads from or writes to connections, with something in between.
	wrapped map[types.Object]bool
}

// node is one function body.
type node struct {
	name    string
	summary Summary
	calls   []*node
	// outs are the functions outside of the package that it calls.
	outs []Summary
	// fixed says that the level is what a user says, whatever the body does.
	fixed bool
	// refuses says that a call only fails: the function stands for something that is turned off.
	refuses bool
}

func run(pass *analysis.Pass) (any, error) {
	cfg := pass.ResultOf[settings.Analyzer].(*settings.Settings)
	p := &Package{
		pass:         pass,
		cfg:          cfg,
		libs:         pass.ResultOf[libraries.Analyzer].(*libraries.Libraries),
		funcs:        make(map[*types.Func]*node),
		lits:         make(map[*ast.FuncLit]*node),
		params:       make(map[*types.Var]*node),
		byName:       make(map[string]*node),
		facts:        make(map[string]*Fact),
		methods:      make(map[*types.Func]*node),
		implementing: make(map[*types.Interface][]*types.TypeName),
	}
	if IsStandard(pass.Pkg.Path()) && !cfg.Dependencies {
		// The table answers for the standard library.
		return p, nil
	}
	p.children = childProcesses(pass)
	p.wrapped = p.streams()
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func); ok && decl.Body != nil {
					n := p.node(fn)
					n.refuses = p.refuses(decl.Body)
					p.body(n, decl.Body)
				}
			case *ast.GenDecl:
				// Function literals of package variables.
				p.body(&node{}, decl)
			}
		}
	}
	p.open()
	p.spread()
	pass.ExportPackageFact(p.fact())
	return p, nil
}

// FileAt returns the file of the package at hand that holds a place, nil if none does.
func FileAt(pass *analysis.Pass, pos token.Pos) *ast.File {
	for _, file := range pass.Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			return file
		}
	}
	return nil
}

// InTest reports whether a place is in a test, whatever a //line comment says of it. What
// tests put in the place of something else says nothing of what that is.
func InTest(fset *token.FileSet, pos token.Pos) bool {
	return strings.HasSuffix(fset.PositionFor(pos, false).Filename, "_test.go")
}

func (p *Package) node(fn *types.Func) *node {
	n := p.funcs[fn]
	if n == nil {
		n = &node{name: fn.FullName()}
		n.told(p.told(fn))
		p.funcs[fn] = n
		p.byName[n.name] = n
	}
	return n
}

// refuses reports whether a function body does nothing but return an error that it makes, or
// that a package variable holds, or panic.
func (p *Package) refuses(body *ast.BlockStmt) bool {
	if len(body.List) != 1 {
		return false
	}
	info := p.pass.TypesInfo
	switch stmt := body.List[0].(type) {
	case *ast.ExprStmt:
		call, ok := stmt.X.(*ast.CallExpr)
		return ok && typeutil.Callee(info, call) == types.Universe.Lookup("panic")
	case *ast.ReturnStmt:
		if len(stmt.Results) == 0 {
			return false
		}
		switch err := ast.Unparen(stmt.Results[len(stmt.Results)-1]).(type) {
		case *ast.CallExpr:
			fn, ok := typeutil.Callee(info, err).(*types.Func)
			return ok && (fn.FullName() == "errors.New" || fn.FullName() == "fmt.Errorf")
		case *ast.Ident, *ast.SelectorExpr:
			v, ok := named(info, err).(*types.Var)
			return ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
		}
	}
	return false
}

// body adds the calls below root to n. Function literals count for the function
// around them unless they are started as goroutines that nobody waits for.
func (p *Package) body(n *node, root ast.Node) {
	waited := p.awaits(root)
	ast.Inspect(root, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.GoStmt:
			if waited {
				return true
			}
			for _, arg := range x.Call.Args {
				p.body(n, arg)
			}
			if lit, ok := x.Call.Fun.(*ast.FuncLit); ok {
				p.literal(lit)
			}
			return false
		case *ast.FuncLit:
			n.calls = append(n.calls, p.literal(x))
			return false
		case *ast.UnaryExpr:
			if x.Op == token.ARROW && isTimer(p.pass.TypesInfo.TypeOf(x.X)) {
				n.outs = append(n.outs, Summary{Waits: true})
			}
		case *ast.CallExpr:
			p.call(n, x)
		}
		return true
	})
}

// awaits reports whether a function body waits for goroutines, and for how they end: it
// receives errors, or calls the Wait of a group.
func (p *Package) awaits(body ast.Node) bool {
	found := false
	ast.Inspect(body, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.FuncLit:
			return false
		case *ast.UnaryExpr:
			if ch, ok := p.pass.TypesInfo.TypeOf(x.X).(*types.Chan); ok && x.Op == token.ARROW {
				found = found || ch.Elem().String() == "error"
			}
		case *ast.CallExpr:
			if fn, ok := typeutil.Callee(p.pass.TypesInfo, x).(*types.Func); ok && fn.Name() == "Wait" && len(x.Args) == 0 {
				found = found || fn.FullName() == "(*sync.WaitGroup).Wait" || ReturnsError(fn.Signature())
			}
		}
		return !found
	})
	return found
}

// isTimer reports whether t is the channel of a timer.
func isTimer(t types.Type) bool {
	ch, ok := t.(*types.Chan)
	return ok && ch.Elem().String() == "time.Time"
}

func (p *Package) literal(lit *ast.FuncLit) *node {
	n := p.lits[lit]
	if n == nil {
		n = &node{name: "func literal"}
		p.lits[lit] = n
		p.body(n, lit.Body)
	}
	return n
}

func (p *Package) call(n *node, call *ast.CallExpr) {
	info := p.pass.TypesInfo
	for _, arg := range call.Args {
		// Whoever hands a function in gets the edge.
		if fn := funcValue(info, arg); fn != nil && !keeps(typeutil.Callee(info, call)) {
			n.calls = append(n.calls, p.ofFunc(fn))
		}
	}
	if c, ok := p.children[call.Lparen]; ok && !c.given {
		n.outs = append(n.outs, Summary{Remote: Child, Via: c.program})
	}
	switch callee := typeutil.Callee(info, call).(type) {
	case *types.Func:
		callee = callee.Origin()
		if isInterfaceMethod(callee) {
			n.calls = append(n.calls, p.method(callee))
			return
		}
		if callee.Pkg() == p.pass.Pkg {
			n.calls = append(n.calls, p.node(callee))
			p.handIn(callee, call)
			return
		}
		if callee.Pkg() != nil {
			n.outs = append(n.outs, p.outside(callee))
		}
		if p.exchanges(call, callee) {
			n.outs = append(n.outs, Summary{Remote: Remote, Via: callee.FullName()})
		}
	case *types.Var:
		// A call through a parameter is no edge: whoever hands the function in has it.
		n.outs = append(n.outs, Summary{Remote: p.byType(callee.Type()), Via: callee.Name()})
	}
}

// keeps reports whether a function keeps what it is given for later: it makes something,
// and cannot tell that anything failed.
func keeps(callee types.Object) bool {
	fn, ok := callee.(*types.Func)
	return ok && strings.HasPrefix(fn.Name(), "New") && fn.Signature().Results().Len() > 0 && !ReturnsError(fn.Signature())
}

// handIn notes which functions a call hands to which parameters of a function of
// this package.
func (p *Package) handIn(callee *types.Func, call *ast.CallExpr) {
	if InTest(p.pass.Fset, call.Pos()) {
		// What tests hand in says nothing of what a helper is for.
		return
	}
	sig := callee.Signature()
	for i, arg := range call.Args {
		if i >= sig.Params().Len() {
			return
		}
		param := sig.Params().At(i)
		if _, ok := param.Type().Underlying().(*types.Signature); !ok {
			continue
		}
		var n *node
		switch arg := ast.Unparen(arg).(type) {
		case *ast.FuncLit:
			n = p.literal(arg)
		default:
			if fn := funcValue(p.pass.TypesInfo, arg); fn != nil {
				n = p.ofFunc(fn)
			}
		}
		if n != nil {
			pn := p.param(param)
			pn.calls = append(pn.calls, n)
		}
	}
}

// funcValue returns the declared function that an expression names, nil if it is
// something else.
func funcValue(info *types.Info, x ast.Expr) *types.Func {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		if fn, ok := typeutil.Callee(info, &ast.CallExpr{Fun: x}).(*types.Func); ok {
			return fn.Origin()
		}
	}
	return nil
}

func (p *Package) param(v *types.Var) *node {
	n := p.params[v]
	if n == nil {
		n = &node{name: v.Name()}
		p.params[v] = n
	}
	return n
}

func (p *Package) ofFunc(fn *types.Func) *node {
	if fn.Pkg() == p.pass.Pkg && !isInterfaceMethod(fn) {
		return p.node(fn)
	}
	return &node{name: fn.FullName(), summary: p.outside(fn)}
}

func isInterfaceMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

// method returns the node of an interface method: it calls its implementations
// in sight.
func (p *Package) method(m *types.Func) *node {
	n := p.methods[m]
	if n == nil {
		n = &node{name: m.FullName()}
		n.told(p.told(m))
		p.methods[m] = n
		n.calls = p.implementations(m)
		if len(n.calls) == 0 {
			n.outs = append(n.outs, p.outside(m))
		}
	}
	return n
}

// implementations returns the nodes of the methods that implement an interface method
// declared in this package.
func (p *Package) implementations(method *types.Func) []*node {
	var found []*node
	for _, fn := range p.Implementations(method) {
		found = append(found, p.ofFunc(fn))
	}
	return found
}

// Implementations returns the methods that implement an interface method declared in
// this package: those of its types, and behind them those of the types of imports that it
// makes or holds.
func (p *Package) Implementations(method *types.Func) []*types.Func {
	if method.Pkg() != p.pass.Pkg {
		return nil
	}
	iface, ok := method.Signature().Recv().Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var found []*types.Func
	for _, tn := range p.implementers(iface) {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(tn.Type()), true, p.pass.Pkg, method.Name())
		// A type that embeds the interface has the method, and not its body.
		if fn, isFunc := obj.(*types.Func); isFunc && !isInterfaceMethod(fn) {
			found = append(found, fn.Origin())
		}
	}
	return found
}

// implementers returns the concrete types whose pointers implement an interface.
func (p *Package) implementers(iface *types.Interface) []*types.TypeName {
	p.mu.Lock()
	defer p.mu.Unlock()
	found, ok := p.implementing[iface]
	if ok {
		return found
	}
	for _, tn := range p.concreteTypes() {
		// To ask a type that has none of the methods is what costs, with many types.
		if mayHave(tn.Type().(*types.Named), iface) && types.Implements(types.NewPointer(tn.Type()), iface) {
			found = append(found, tn)
		}
	}
	p.implementing[iface] = found
	return found
}

// mayHave reports whether a type declares the first method of an interface, or may have
// it from what it embeds.
func mayHave(t *types.Named, iface *types.Interface) bool {
	if iface.NumMethods() == 0 {
		return true
	}
	if st, ok := t.Underlying().(*types.Struct); ok {
		for field := range st.Fields() {
			if field.Embedded() {
				return true
			}
		}
	}
	first := iface.Method(0).Name()
	for m := range t.Methods() {
		if m.Name() == first {
			return true
		}
	}
	return false
}

// concreteTypes returns the types of this package and, behind them, those of imports
// that expressions of this package have; of neither interfaces and generic types, nor
// those of tests.
func (p *Package) concreteTypes() []*types.TypeName {
	if p.concrete != nil {
		return p.concrete
	}
	isConcrete := func(tn *types.TypeName) bool {
		named, ok := tn.Type().(*types.Named)
		return ok && !types.IsInterface(named) && named.TypeParams().Len() == 0
	}
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		if tn, ok := scope.Lookup(name).(*types.TypeName); ok && !tn.IsAlias() && isConcrete(tn) && !InTest(p.pass.Fset, tn.Pos()) {
			p.concrete = append(p.concrete, tn)
		}
	}
	seen := make(map[*types.TypeName]bool)
	var imported []*types.TypeName
	for expr, tv := range p.pass.TypesInfo.Types {
		t := tv.Type
		if ptr, ok := t.(*types.Pointer); ok {
			t = ptr.Elem()
		}
		named, ok := types.Unalias(t).(*types.Named)
		if !ok {
			continue
		}
		if tn := named.Obj(); tn.Pkg() != nil && tn.Pkg() != p.pass.Pkg && !seen[tn] && isConcrete(tn) && !InTest(p.pass.Fset, expr.Pos()) {
			seen[tn] = true
			imported = append(imported, tn)
		}
	}
	slices.SortFunc(imported, func(a, b *types.TypeName) int {
		return cmp.Or(strings.Compare(a.Pkg().Path(), b.Pkg().Path()), strings.Compare(a.Name(), b.Name()))
	})
	p.concrete = append(p.concrete, imported...)
	return p.concrete
}

// open adds, to the interface methods whose implementations in sight all wrap
// another one, that nobody knows which.
func (p *Package) open() {
	for m, n := range p.methods {
		wrapped := 0
		for _, impl := range n.calls {
			if impl.leadsTo(n, make(map[*node]bool)) {
				wrapped++
			}
		}
		if wrapped > 0 && wrapped == len(n.calls) {
			n.outs = append(n.outs, p.unseen(m))
		}
	}
}

// leadsTo reports whether a call of n can end in a call of target.
func (n *node) leadsTo(target *node, seen map[*node]bool) bool {
	if n == target {
		return true
	}
	if seen[n] {
		return false
	}
	seen[n] = true
	return slices.ContainsFunc(n.calls, func(c *node) bool { return c.leadsTo(target, seen) })
}

// unseen returns what the type of an interface method says.
func (p *Package) unseen(m *types.Func) Summary {
	return Summary{Remote: byShape(m.Type()), Via: m.FullName(), Waits: asksForLeave(m)}
}

// outside returns what is known of a function whose body is not in this package.
func (p *Package) outside(fn *types.Func) Summary {
	s := p.found(fn)
	if level, ok := p.told(fn); ok {
		s.Remote, s.Via = level, fn.FullName()
	}
	return s
}

// found returns what is known of a function whose body is not in this package, whatever
// users say of it.
func (p *Package) found(fn *types.Func) Summary {
	name := fn.FullName()
	if fn.Pkg() == nil {
		return Summary{}
	}
	path := fn.Pkg().Path()
	if IsStandard(path) {
		s := Standard(path, name)
		s.Via = name
		return s
	}
	if slices.ContainsFunc(sameMachine, func(root string) bool { return path == root || strings.HasPrefix(path, root+"/") }) {
		return Summary{}
	}
	s := p.beyond(fn, name)
	if e := p.libs.Func(fn); e != nil && len(e.Calls) > 0 {
		// The call of a client that sends requests, however it does that.
		s.Remote, s.Via = Remote, name
	}
	return s
}

// beyond returns what facts and types say of a function of another package, or of an
// interface method.
func (p *Package) beyond(fn *types.Func, name string) Summary {
	path := fn.Pkg().Path()
	if isInterfaceMethod(fn) {
		s := p.unseen(fn)
		if fact := p.factOf(fn.Pkg()); fact != nil && fact.of(Relative(path, name)).Remote == Remote {
			s.Remote, s.Via = Remote, name
		}
		return s
	}
	fact := p.factOf(fn.Pkg())
	if fact == nil {
		return Summary{Remote: byShape(fn.Type()), Waits: true, Via: name}
	}
	s := fact.of(Relative(path, name))
	s.Via = name
	switch {
	case s.Remote == Remote:
	case asksSomebody(fn.Signature()) && fact.reaches():
		s.Remote = Probable
	case s.Remote == Probable && isConstructor(fn):
		s.Remote = Local
	}
	return s
}

// asksSomebody reports whether a function of a package that connects to other
// processes looks like one that asks them: it can fail, and its caller limits how
// long it takes. How a client hands requests to its connection is out of sight.
func asksSomebody(sig *types.Signature) bool {
	if !ReturnsError(sig) {
		return false
	}
	for i := range sig.Params().Len() {
		switch sig.Params().At(i).Type().String() {
		case "context.Context", "time.Duration":
			return true
		}
	}
	return false
}

// isConstructor reports whether a function makes something, by its name, and nobody limits
// how long that takes: what it probably does elsewhere, it more probably leaves to what it
// makes.
func isConstructor(fn *types.Func) bool {
	rest, ok := strings.CutPrefix(fn.Name(), "New")
	return ok && fn.Signature().Recv() == nil && !asksSomebody(fn.Signature()) && (rest == "" || unicode.IsUpper(rune(rest[0])))
}

// factOf returns the fact of an imported package, nil if there is none.
func (p *Package) factOf(pkg *types.Package) *Fact {
	p.mu.Lock()
	defer p.mu.Unlock()
	fact, ok := p.facts[pkg.Path()]
	if !ok {
		fact = new(Fact)
		if !p.pass.ImportPackageFact(pkg, fact) || !fact.valid() {
			fact = nil
		}
		p.facts[pkg.Path()] = fact
	}
	return fact
}

// byShape judges a function that cannot be looked into by its type.
func byShape(t types.Type) Level {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok || !ReturnsError(sig) {
		return Local
	}
	for i := range sig.Params().Len() {
		switch sig.Params().At(i).Type().String() {
		case "context.Context", "*net/http.Request":
			return Probable
		}
	}
	return Local
}

// Shape returns the summary of a call of a function of which only the type is known.
func (p *Package) Shape(t types.Type) Summary {
	return Summary{Remote: p.byType(t), Waits: mayWait(t)}
}

// mayWait reports whether a function of which only the type is known may block for a while:
// what only answers a question about what it is given does not.
func mayWait(t types.Type) bool {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok || sig.Results().Len() == 0 || ReturnsError(sig) {
		return true
	}
	for v := range sig.Params().Variables() {
		switch v.Type().String() {
		case "context.Context", "time.Duration":
			return true
		}
	}
	for v := range sig.Results().Variables() {
		if b, ok := v.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsBoolean == 0 {
			return true
		}
	}
	return sig.Params().Len() == 0
}

// asksForLeave reports whether an interface method looks like a limiter's: it
// says Wait, and takes and returns no more than whether the wait went well.
func asksForLeave(fn *types.Func) bool {
	sig := fn.Signature()
	return strings.HasPrefix(fn.Name(), "Wait") && byShape(sig) == Probable && sig.Params().Len() == 1 && sig.Results().Len() == 1
}

// ReturnsError reports whether the last result of a function is an error.
func ReturnsError(sig *types.Signature) bool {
	res := sig.Results()
	return res.Len() > 0 && types.Identical(res.At(res.Len()-1).Type(), types.Universe.Lookup("error").Type())
}

// spread carries summaries from callees to callers until nothing changes.
func (p *Package) spread() {
	var nodes []*node
	for _, fn := range sortedFuncs(p.funcs) {
		nodes = append(nodes, p.funcs[fn])
	}
	// The order decides which of several callees gives the level.
	nodes = append(nodes, inOrder(p.lits)...)
	nodes = append(nodes, inOrder(p.params)...)
	nodes = append(nodes, inOrder(p.methods)...)
	for _, n := range nodes {
		for _, s := range n.outs {
			n.raise(s, s.Via)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, n := range nodes {
			for _, c := range n.calls {
				changed = n.raise(c.summary, c.name) || changed
			}
		}
	}
}

// inOrder returns the nodes of things in source order. Those of imports, which have
// only lines, are told apart by name.
func inOrder[K interface {
	comparable
	Pos() token.Pos
}](m map[K]*node) []*node {
	things := slices.Collect(maps.Keys(m))
	slices.SortFunc(things, func(a, b K) int {
		return cmp.Or(cmp.Compare(a.Pos(), b.Pos()), strings.Compare(m[a].name, m[b].name))
	})
	nodes := make([]*node, len(things))
	for i, thing := range things {
		nodes[i] = m[thing]
	}
	return nodes
}

func sortedFuncs(m map[*types.Func]*node) []*types.Func {
	funcs := make([]*types.Func, 0, len(m))
	for fn := range m {
		funcs = append(funcs, fn)
	}
	slices.SortFunc(funcs, func(a, b *types.Func) int { return strings.Compare(m[a].name, m[b].name) })
	return funcs
}

// raise lifts the summary of n to what a callee brings.
func (n *node) raise(s Summary, via string) bool {
	changed := false
	if s.Remote > n.summary.Remote && !n.fixed {
		n.summary.Remote, n.summary.Via = s.Remote, via
		changed = true
	}
	if s.Waits && !n.summary.Waits {
		n.summary.Waits = true
		changed = true
	}
	return changed
}

// fact returns what other packages may ask for: functions they can call.
func (p *Package) fact() *Fact {
	calls := make(map[string]Summary)
	path := p.pass.Pkg.Path()
	for fn, n := range p.funcs {
		if !fn.Exported() {
			continue
		}
		s := n.summary
		if s.Remote < Remote && !ReturnsError(fn.Signature()) {
			s.Remote = Local
		}
		if s.Remote > Local || s.Waits {
			calls[Relative(path, fn.FullName())] = s
		}
	}
	p.interfaces(calls)
	return newFact(calls)
}

// interfaces adds to calls the methods of exported interfaces that all types in sight
// implement by going to another process, but for those that only refuse: who is given such a
// value knows no more.
func (p *Package) interfaces(calls map[string]Summary) {
	reaches := false
	for _, s := range calls {
		reaches = reaches || s.Remote == Remote
	}
	scope := p.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !tn.Exported() || tn.IsAlias() {
			continue
		}
		iface, ok := tn.Type().Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for m := range iface.ExplicitMethods() {
			if !m.Exported() || !ReturnsError(m.Signature()) {
				continue
			}
			full := Relative(p.pass.Pkg.Path(), m.FullName())
			if level, ok := p.told(m); ok {
				if level == Remote {
					calls[full] = Summary{Remote: Remote}
				}
				continue
			}
			if !reaches {
				continue // no type of the package makes it remote
			}
			least := Remote
			found := slices.DeleteFunc(p.implementations(m), func(n *node) bool { return n.refuses })
			for _, n := range found {
				least = min(least, n.summary.Remote)
			}
			if len(found) > 0 && least >= Probable {
				calls[full] = Summary{Remote: least}
			}
		}
	}
}

// Func returns the summary of a function of this package or of an import.
func (p *Package) Func(fn *types.Func) Summary {
	fn = fn.Origin()
	if n, ok := p.methods[fn]; ok {
		return n.summary
	}
	if n, ok := p.funcs[fn]; ok {
		return n.summary
	}
	return p.outside(fn)
}

// ChildProcess returns what is known of the call whose opening parenthesis stands
// at pos, beside what its callee does whoever calls it: that it runs a child process
// which uses the network.
func (p *Package) ChildProcess(pos token.Pos) Summary {
	if c, ok := p.children[pos]; ok {
		return Summary{Remote: Child, Via: c.program}
	}
	return Summary{}
}

// Named returns the summary of a function of another package, given the path of
// the package and the function's full name. Packages that are imported only by
// imports are known as well.
func (p *Package) Named(pkg, name string) Summary {
	s := p.foundNamed(pkg, name)
	switch {
	case p.cfg.File.Remote.Named(pkg, name):
		s.Remote = Remote
	case p.cfg.File.Local.Named(pkg, name):
		s.Remote = Local
	}
	return s
}

func (p *Package) foundNamed(pkg, name string) Summary {
	if IsStandard(pkg) {
		return Standard(pkg, name)
	}
	if p.named == nil {
		p.named = make(map[string]*Fact)
		for _, f := range p.pass.AllPackageFacts() {
			if fact, ok := f.Fact.(*Fact); ok && fact.valid() {
				p.named[f.Package.Path()] = fact
			}
		}
	}
	fact := p.named[pkg]
	if fact == nil {
		return Summary{Waits: true}
	}
	return fact.of(Relative(pkg, name))
}

// Through returns the functions through which a function of this package, given
// its full name, reaches another process: the nearest first, the last one outside
// of the package.
func (p *Package) Through(name string) []string {
	var way []string
	for n := p.byName[name]; n != nil && n.summary.Via != "" && !slices.Contains(way, n.summary.Via); n = p.byName[n.summary.Via] {
		way = append(way, n.summary.Via)
	}
	return way
}

// Recursive reports whether a function that reaches another process may start
// itself over.
func (p *Package) Recursive() bool {
	for _, n := range p.funcs {
		if n.summary.Remote == Local {
			continue
		}
		seen := make(map[*node]bool)
		if slices.ContainsFunc(n.calls, func(c *node) bool { return c.leadsTo(n, seen) }) {
			return true
		}
	}
	return false
}

// Literal returns the summary of a function literal of this package.
func (p *Package) Literal(lit *ast.FuncLit) Summary {
	if n, ok := p.lits[lit]; ok {
		return n.summary
	}
	return Summary{}
}

// Value returns the summary of a call through a variable of function type. known
// says that functions handed in by callers in this package are in sight.
func (p *Package) Value(v *types.Var) (s Summary, known bool) {
	s = Summary{Remote: p.byType(v.Type()), Via: v.Name(), Waits: mayWait(v.Type())}
	n, ok := p.params[v]
	if !ok || len(n.calls) == 0 {
		return s, false
	}
	if n.summary.Remote > s.Remote {
		s.Remote, s.Via = n.summary.Remote, n.summary.Via
	}
	return s, true
}
