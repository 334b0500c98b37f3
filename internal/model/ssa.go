package model

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/answer"
	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/ir"
	"github.com/retrylint/retrylint/internal/lower"
	"github.com/retrylint/retrylint/internal/reach"
)

// build makes SSA of the package, of its imports only what they declare. Of packages that
// it does not import itself, it can name no more than methods, and SSA makes those when they
// are asked for.
func (p *pkg) build() {
	prog := ssa.NewProgram(p.pass.Fset, 0)
	for _, imp := range p.pass.Pkg.Imports() {
		prog.CreatePackage(imp, nil, nil, true)
	}
	p.ssa = prog.CreatePackage(p.pass.Pkg, p.pass.Files, p.pass.TypesInfo, false)
	p.ssa.Build()

	var add func(*ssa.Function)
	add = func(fn *ssa.Function) {
		p.funcs = append(p.funcs, fn)
		for _, anon := range fn.AnonFuncs {
			add(anon)
		}
	}
	for _, file := range p.pass.Files {
		for _, decl := range file.Decls {
			if decl, ok := decl.(*ast.FuncDecl); ok {
				if obj, ok := p.pass.TypesInfo.Defs[decl.Name].(*types.Func); ok {
					if fn := prog.FuncValue(obj); fn != nil {
						add(fn)
					}
				}
			}
		}
	}
	if init := p.ssa.Func("init"); init != nil {
		// Function literals of package variables hang below it.
		for _, anon := range init.AnonFuncs {
			add(anon)
		}
	}
	for _, fn := range p.funcs {
		p.bodies.byName[lower.FuncName(fn)] = fn
	}
	p.machine = exec.NewMachine(p.bodies)
}

// bodies finds function bodies for the executor: those of this package, and those
// that the facts of other packages carry.
type bodies struct {
	pkg     *pkg
	byName  map[string]*ssa.Function
	lowered map[*ssa.Function]*ir.Func
	waits   map[string]bool
	// wrappers are the promoted methods that were asked for, by name.
	wrappers map[string]*ir.Func
	// homes tells the package of each function that was mentioned.
	homes map[string]string
	// imports are what imported returns, nil until somebody asks.
	imports map[string]*types.Package
	// others are the bodies from facts by package and name; nil until asked for.
	others map[string]map[string]*ir.Func
	facts  map[string]*Bodies
	// standIns are bodies that the catalogue gives, by name, nil for functions without.
	standIns map[string]*ir.Func
	// changed is what assigned returns, nil until somebody asks.
	changed map[string]bool
	// marks are what functions mean that mark errors, by name, "" for all others.
	marks map[string]exec.Mark
}

func newBodies(p *pkg) *bodies {
	return &bodies{
		pkg:      p,
		byName:   make(map[string]*ssa.Function),
		lowered:  make(map[*ssa.Function]*ir.Func),
		waits:    make(map[string]bool),
		wrappers: make(map[string]*ir.Func),
		homes:    make(map[string]string),
		standIns: make(map[string]*ir.Func),
		marks:    make(map[string]exec.Mark),
	}
}

// lower translates a function once.
func (b *bodies) lower(fn *ssa.Function) *ir.Func {
	body, ok := b.lowered[fn]
	if !ok {
		body = lower.Func(fn)
		b.lowered[fn] = body
		b.learn(body)
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok {
					if name := calleeName(call.Common()); name != "" {
						b.waits[name] = b.pkg.summary(call.Common()).Waits
					}
				}
			}
		}
	}
	return body
}

// learn notes where the functions that a body mentions are declared.
func (b *bodies) learn(body *ir.Func) {
	for _, c := range body.Consts {
		if c.Kind == ir.FuncRef {
			b.homes[c.Str] = c.Pkg
		}
	}
	for i := range body.Blocks {
		for _, in := range body.Blocks[i].Instrs {
			if in.Callee != nil {
				b.homes[in.Callee.Func] = in.Callee.Pkg
			}
		}
	}
}

// imported returns the packages that the one at hand imports, directly or not, by path.
func (b *bodies) imported() map[string]*types.Package {
	if b.imports == nil {
		b.imports = make(map[string]*types.Package)
		var add func([]*types.Package)
		add = func(pkgs []*types.Package) {
			for _, pkg := range pkgs {
				if b.imports[pkg.Path()] == nil {
					b.imports[pkg.Path()] = pkg
					add(pkg.Imports())
				}
			}
		}
		add(b.pkg.pass.Pkg.Imports())
	}
	return b.imports
}

func calleeName(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return c.Method.Origin().FullName()
	}
	if fn := c.StaticCallee(); fn != nil {
		return lower.FuncName(fn)
	}
	return ""
}

// Body implements [exec.Resolver].
func (b *bodies) Body(name string) (*ir.Func, bool) {
	if fn := b.byName[name]; fn != nil {
		if len(fn.Blocks) == 0 {
			return nil, false
		}
		return b.lower(fn), b.pkg.functionSummary(fn).Remote == reach.Remote
	}
	if body := b.promoted(name); body != nil {
		return body, false
	}
	home := b.homes[name]
	body := b.other(home, name)
	if body == nil {
		return nil, false
	}
	return body, b.pkg.reach.Named(home, name).Remote == reach.Remote
}

// promoted returns the body of a method that a type of this package has from what it
// embeds, nil if there is none of that name.
func (b *bodies) promoted(name string) *ir.Func {
	path := b.pkg.pass.Pkg.Path()
	rest, ok := strings.CutPrefix(name, "(*"+path+".")
	if !ok {
		return nil
	}
	if body, ok := b.wrappers[name]; ok {
		return body
	}
	b.wrappers[name] = nil
	typ, method, ok := strings.Cut(rest, ").")
	tn, isType := b.pkg.pass.Pkg.Scope().Lookup(typ).(*types.TypeName)
	if !ok || !isType || types.IsInterface(tn.Type()) {
		return nil
	}
	sel := types.NewMethodSet(types.NewPointer(tn.Type())).Lookup(b.pkg.pass.Pkg, method)
	if sel == nil || len(sel.Index()) < 2 {
		return nil
	}
	fn := b.pkg.ssa.Prog.MethodValue(sel)
	if fn == nil || len(fn.Blocks) == 0 {
		return nil
	}
	// It has the name of what it calls.
	body := *b.lower(fn)
	body.Name, body.Pkg = name, path
	b.wrappers[name] = &body
	return &body
}

// Has implements [exec.Resolver].
func (b *bodies) Has(name, pkg string) bool {
	b.homes[name] = pkg
	body, _ := b.Body(name)
	return body != nil
}

// Mark implements [exec.Resolver].
func (b *bodies) Mark(name string) exec.Mark {
	m, ok := b.marks[name]
	if !ok {
		if fn := b.declared(name); fn != nil {
			m = markOf(b.pkg.clients.Known(fn))
		}
		b.marks[name] = m
	}
	return m
}

func markOf(e *catalog.Entry) exec.Mark {
	switch {
	case e == nil || e.Mark == nil:
		return ""
	case e.Mark.Means == catalog.FinalMark:
		return exec.Final
	}
	return exec.Retriable
}

// Standard implements [exec.Resolver].
func (b *bodies) Standard(pkg string) bool { return reach.IsStandard(pkg) }

// maxNested is how deep structs within a struct are looked into for a number.
const maxNested = 3

// HoldsStatus implements [exec.Resolver].
func (b *bodies) HoldsStatus(typ string) bool {
	path, name, ok := cutLast(strings.TrimPrefix(typ, "*"), '.')
	if !ok {
		return true
	}
	pkg := b.imported()[path]
	if path == b.pkg.pass.Pkg.Path() {
		pkg = b.pkg.pass.Pkg
	}
	if pkg == nil {
		return true
	}
	obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
	return !ok || mayHoldStatus(obj.Type(), maxNested)
}

// mayHoldStatus reports whether a type has a number, or a method that returns one; of what
// is no struct that is not known.
func mayHoldStatus(t types.Type, depth int) bool {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if depth == 0 || t.String() == strings.TrimPrefix(answer.Response, "*") {
		return true
	}
	for sel := range types.NewMethodSet(types.NewPointer(t)).Methods() {
		if sig := sel.Obj().(*types.Func).Signature(); sig.Params().Len() == 0 && sig.Results().Len() > 0 && isNumber(sig.Results().At(0).Type()) {
			return true
		}
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		_, isText := t.Underlying().(*types.Basic)
		return !isText || isNumber(t)
	}
	for f := range st.Fields() {
		within, isStruct := f.Type().Underlying().(*types.Struct)
		if ptr, ok := f.Type().Underlying().(*types.Pointer); ok {
			within, isStruct = ptr.Elem().Underlying().(*types.Struct)
		}
		if isNumber(f.Type()) || isStruct && within != st && mayHoldStatus(f.Type(), depth-1) {
			return true
		}
	}
	return false
}

// cutLast cuts a text around the last instance of a character.
func cutLast(s string, sep byte) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

// MayWait implements [exec.Resolver].
func (b *bodies) MayWait(c *ir.Callee) bool {
	switch {
	case c.Prints && c.Results == 0:
		// What a logger waits for is no pause between two attempts.
		return false
	case c.Func != "":
		if waits, ok := b.waits[c.Func]; ok {
			return waits
		}
		return c.Waits
	case c.Method != "":
		// What is asked for a value does not wait, nor what is not told for how long:
		// loggers and metrics are many.
		return b.waits[c.Method] || (c.Context || c.Duration) && c.Results <= 1
	}
	return (c.Context || c.Duration || c.Err >= 0) && c.Results <= 1
}

// Init implements [exec.Resolver].
func (b *bodies) Init() (*ir.Func, map[string]bool) {
	init := b.pkg.ssa.Func("init")
	if init == nil || len(init.Blocks) == 0 {
		return nil, nil
	}
	assigned := b.assigned()
	fixed := make(map[string]bool)
	for _, m := range b.pkg.ssa.Members {
		if g, ok := m.(*ssa.Global); ok && !assigned[g.String()] {
			fixed[g.String()] = true
		}
	}
	return b.lower(init), fixed
}

// assigned returns the names of the package variables, of whatever package, that functions
// of this one may change.
func (b *bodies) assigned() map[string]bool {
	if b.changed == nil {
		b.changed = make(map[string]bool)
		for _, fn := range b.pkg.funcs {
			for _, block := range fn.Blocks {
				for _, instr := range block.Instrs {
					b.noteAssigned(instr)
				}
			}
		}
	}
	return b.changed
}

// noteAssigned notes the package variables that an instruction may change.
func (b *bodies) noteAssigned(instr ssa.Instruction) {
	for _, op := range instr.Operands(nil) {
		g, ok := (*op).(*ssa.Global)
		if !ok {
			continue
		}
		switch instr := instr.(type) {
		case *ssa.UnOp:
			// A load, of a pointer that something may be set through.
			if !slices.ContainsFunc(*instr.Referrers(), func(ref ssa.Instruction) bool {
				field, ok := ref.(*ssa.FieldAddr)
				return ok && written(field)
			}) {
				continue
			}
		case *ssa.FieldAddr:
			if !written(instr) {
				continue
			}
		case *ssa.IndexAddr:
			if !written(instr) {
				continue
			}
		}
		b.changed[g.String()] = true
	}
}

// written reports whether an address is used for more than loading.
func written(addr ssa.Value) bool {
	for _, ref := range *addr.Referrers() {
		if _, ok := ref.(*ssa.UnOp); !ok {
			return true
		}
	}
	return false
}

// storedTo returns what is stored at an address by the function that holds it.
func storedTo(addr ssa.Value) []ssa.Value {
	var values []ssa.Value
	for _, ref := range *addr.Referrers() {
		if store, ok := ref.(*ssa.Store); ok && store.Addr == addr {
			values = append(values, store.Val)
		}
	}
	return values
}

// summary returns what is known of a call.
func (p *pkg) summary(c *ssa.CallCommon) reach.Summary {
	if c.IsInvoke() {
		return p.reach.Func(c.Method)
	}
	if fn := c.StaticCallee(); fn != nil {
		s := p.functionSummary(fn)
		if child := p.reach.ChildProcess(c.Pos()); child.Remote > s.Remote {
			s.Remote, s.Via = child.Remote, child.Via
		}
		for _, arg := range c.Args {
			// What is handed in is called on the caller's behalf.
			if handed := p.handed(arg); handed.Remote > s.Remote {
				s.Remote, s.Via = handed.Remote, handed.Via
			}
		}
		return s
	}
	if param, ok := c.Value.(*ssa.Parameter); ok {
		if v, ok := param.Object().(*types.Var); ok {
			s, _ := p.reach.Value(v)
			return s
		}
	}
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return reach.Summary{}
	}
	return p.reach.Shape(c.Value.Type())
}

// handed returns the summary of a function that is given to a call as a value.
func (p *pkg) handed(arg ssa.Value) reach.Summary {
	switch v := arg.(type) {
	case *ssa.ChangeType:
		return p.handed(v.X)
	case *ssa.MakeClosure:
		return p.functionSummary(v.Fn.(*ssa.Function))
	case *ssa.Function:
		return p.functionSummary(v)
	}
	return reach.Summary{}
}

func (p *pkg) functionSummary(fn *ssa.Function) reach.Summary {
	if lit, ok := fn.Syntax().(*ast.FuncLit); ok {
		return p.reach.Literal(lit)
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		return p.reach.Func(obj)
	}
	if _, ok := fn.Syntax().(*ast.RangeStmt); ok {
		return p.bodySummary(fn)
	}
	return reach.Summary{}
}

// bodySummary returns the summary of the body of a loop over a function, which
// SSA makes a function of its own.
func (p *pkg) bodySummary(fn *ssa.Function) reach.Summary {
	var most reach.Summary
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if s := p.summary(&call.Call); s.Remote > most.Remote {
					most = s
				}
			}
		}
	}
	return most
}
