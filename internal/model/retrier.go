package model

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/ir"
	"github.com/retrylint/retrylint/internal/lower"
	"github.com/retrylint/retrylint/internal/reach"
)

// maxHandedOn is the number of functions that a retrier hands its operation on
// through before the loop.
const maxHandedOn = 4

// retriers returns the calls of functions that run what they are given again
// after a failure, where the helper is not reported itself: it belongs to another
// module, or only what this call gives it makes it wrong.
func (p *pkg) retriers() []*Loop {
	var loops []*Loop
	for _, fn := range p.looked() {
		p.machine.Share()
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || call.Call.IsInvoke() {
					continue
				}
				loop := p.retrierCall(fn, call, false)
				if loop == nil || every(loop.Sites, func(s *Site) bool { return s.Construct == Undecided }) {
					if stood := p.retrierCall(fn, call, true); stood != nil {
						loop = stood
					}
				}
				if loop := p.catalogued(fn, call, loop); loop != nil {
					loops = append(loops, loop)
				}
			}
		}
	}
	return loops
}

// retrierCall looks at a call of a function that may run again what it is given; standIns
// says that what the catalogue knows may stand in for bodies. It is nil if the function has no
// such loop in sight.
func (p *pkg) retrierCall(fn *ssa.Function, call *ssa.Call, standIns bool) *Loop {
	handed := p.handedTo(call)
	param := p.handedOn(call)
	if handed.Remote == reach.Local && param == nil {
		return nil
	}
	if handed.Remote > reach.Local {
		// The function literal also does something of its own.
		param = nil
	}
	name := calleeName(&call.Call)
	if callee := call.Call.StaticCallee(); callee != nil && callee.Parent() == nil {
		if !p.bodies.Has(name, lower.PkgPath(callee)) && !(standIns && p.bodies.standIn(name) != nil) {
			return nil
		}
	}
	entry := p.machine.Arrive(p.bodies.lower(fn), p.scope(fn), nil, instruction(p.bodies.lower(fn), call))
	if entry == nil && standIns {
		// Of what is handed over, most is made in the same block.
		entry = p.machine.ArriveFrom(p.bodies.lower(fn), call.Block().Index, p.scope(fn), instruction(p.bodies.lower(fn), call))
	}
	if entry == nil {
		return nil
	}
	if name == "" {
		// An iterator, or another function that was made before.
		name = entry.Callee()
	}
	body := p.bodies.retrier(name, standIns)
	if body == nil {
		return nil
	}
	run := p.loopAround(body, entry, maxHandedOn, standIns)
	if run == nil {
		return nil
	}
	loop := &Loop{Declaration: p.declaration(fn), From: call.Pos(), To: call.Pos() + 1}
	if expr := p.callAt(call.Pos()); expr != nil {
		loop.Node, loop.From, loop.To = expr, expr.Pos(), expr.End()
	}
	for _, arg := range call.Call.Args {
		if made, ok := arg.(*ssa.MakeClosure); ok {
			if stmt, ok := made.Fn.(*ssa.Function).Syntax().(*ast.RangeStmt); ok {
				loop.Node, loop.From, loop.To = stmt, stmt.Pos(), stmt.End()
			}
		}
	}
	loop.OwnHelper = p.sameModule(body.Pkg)
	loop.givenContext = !loop.OwnHelper && p.contextArg(&call.Call) != nil
	loop.tellsItself = body.Pkg == p.pass.Pkg.Path() && p.contextArg(&call.Call) == nil
	loop.StandIn = p.bodies.standIns[run.Fn.Name] == run.Fn
	for _, c := range p.handedAttempts(call, handed, param) {
		within := *run
		if c.attempt != call {
			within.Attempt = instruction(p.bodies.lower(c.attempt.Parent()), c.attempt)
			within.Into = names(c.into)
			for _, name := range run.Entry.Functions() {
				// What the helper hands on runs what it was handed.
				within.Into[name] = true
			}
		}
		site := p.site(&within, c)
		if loop.OwnHelper && site.Construct.IsSite() && p.reportedThere(body, c) {
			loop.JudgedThere = true
		}
		site.Loop, site.retrier = loop, call
		loop.Sites = append(loop.Sites, site)
	}
	loop.followPoll()
	return loop
}

// handedValues returns what a call is given, and the functions in the structures among that,
// as far as they are put there by the function that makes the call.
func handedValues(call *ssa.Call) []ssa.Value {
	values := slices.Clip(call.Call.Args) // most calls are given nothing else
	for _, arg := range call.Call.Args {
		if load, ok := arg.(*ssa.UnOp); ok && load.Op == token.MUL {
			arg = load.X
		}
		made, ok := arg.(*ssa.Alloc)
		if !ok || !holdsOperation(made.Type()) {
			continue
		}
		for _, ref := range *made.Referrers() {
			field, ok := ref.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			for _, v := range storedTo(field) {
				if isOperation(v.Type()) {
					values = append(values, v)
				}
			}
		}
	}
	return values
}

// handedOn returns the parameter of the function at hand that a call hands on as an
// operation, by itself or within a function literal; nil if there is none.
func (p *pkg) handedOn(call *ssa.Call) *ssa.Parameter {
	for _, arg := range handedValues(call) {
		arg = handedFunction(arg)
		given := []ssa.Value{arg}
		if made, ok := arg.(*ssa.MakeClosure); ok {
			given = made.Bindings
		}
		for _, v := range given {
			if param := parameter(v); param != nil && isOperation(param.Type()) {
				return param
			}
		}
	}
	return nil
}

// parameter returns the parameter that a value is, or that a captured variable
// holds; nil if it is something else.
func parameter(v ssa.Value) *ssa.Parameter {
	switch v := v.(type) {
	case *ssa.Parameter:
		return v
	case *ssa.Alloc:
		var held *ssa.Parameter
		for _, stored := range storedTo(v) {
			param, isParam := stored.(*ssa.Parameter)
			if !isParam || held != nil {
				return nil
			}
			held = param
		}
		return held
	}
	return nil
}

// handedAttempts returns the attempts in the function literals that a call hands
// to a retrier; the call of what it hands in as a whole if there are none in sight.
func (p *pkg) handedAttempts(call *ssa.Call, handed reach.Summary, param *ssa.Parameter) []candidate {
	if param != nil {
		v, _ := param.Object().(*types.Var)
		s, known := p.reach.Value(v)
		c := candidate{call: call, attempt: call, isParam: true, handedIn: !known, op: Operation{
			Pos: call.Pos(), ID: param.Name(), Text: param.Name(), Remote: s.Remote, Via: s.Via,
		}}
		if inner := callOfCaptured(call, param); inner != nil {
			c.attempt, c.into = inner, []*ssa.Function{inner.Parent()}
		}
		return []candidate{c}
	}
	var found []candidate
	for _, arg := range handedValues(call) {
		if fn := literal(arg); fn != nil {
			found = append(found, p.inner(fn, maxInner, nil)...)
		}
	}
	for i := range found {
		found[i].call, found[i].op.Pos = call, call.Pos()
	}
	if len(found) > 0 {
		return found
	}
	return []candidate{{call: call, attempt: call, op: Operation{
		Pos: call.Pos(), ID: handed.Via, Text: shortName(handed.Via), Remote: handed.Remote, Via: handed.Via,
	}}}
}

// literal returns the function literal that a value is, nil if it is something else.
func literal(v ssa.Value) *ssa.Function {
	v = handedFunction(v)
	if made, ok := v.(*ssa.MakeClosure); ok {
		v = made.Fn
	}
	if fn, ok := v.(*ssa.Function); ok && fn.Parent() != nil {
		return fn
	}
	return nil
}

// callOfCaptured returns the call of a parameter in a function literal that a call is given
// and that captures it; nil if there is none.
func callOfCaptured(call *ssa.Call, param *ssa.Parameter) *ssa.Call {
	for _, arg := range handedValues(call) {
		made, ok := handedFunction(arg).(*ssa.MakeClosure)
		if !ok {
			continue
		}
		i := slices.IndexFunc(made.Bindings, func(v ssa.Value) bool { return parameter(v) == param })
		if i < 0 {
			continue
		}
		fn := made.Fn.(*ssa.Function)
		if inner := callThrough(fn, fn.FreeVars[i]); inner != nil {
			return inner
		}
	}
	return nil
}

// callThrough returns the first call in a function of what a captured variable holds, nil
// if there is none.
func callThrough(fn *ssa.Function, captured *ssa.FreeVar) *ssa.Call {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || call.Call.IsInvoke() {
				continue
			}
			value := call.Call.Value
			if load, ok := value.(*ssa.UnOp); ok {
				value = load.X
			}
			if value == captured {
				return call
			}
		}
	}
	return nil
}

// reportedThere reports whether a retrier is reported where it is declared, whatever
// it is given.
func (p *pkg) reportedThere(body *ir.Func, c candidate) bool {
	alone := p.loopAround(body, nil, maxHandedOn, false)
	if alone == nil {
		return false
	}
	c.isParam, c.handedIn = true, true
	site := p.site(alone, c)
	return site.Construct.IsSite() && site.WithoutJitter() != nil
}

// loopAround returns the loop in which a function, or one that it hands its
// operation on to, calls a function value; nil if there is none.
func (p *pkg) loopAround(body *ir.Func, entry *exec.Entry, depth int, standIns bool) *exec.Loop {
	for _, l := range body.Loops() {
		for b := range body.Blocks {
			if !l.Blocks[b] {
				continue
			}
			for i := range body.Blocks[b].Instrs {
				in := &body.Blocks[b].Instrs[i]
				if in.Op == ir.Call && in.Callee.Func == "" && in.Callee.Method == "" && (in.Callee.Err >= 0 || in.Callee.Bool) {
					return &exec.Loop{Fn: body, Header: l.Header, Blocks: l.Blocks, Attempt: in, Entry: entry}
				}
			}
		}
	}
	if depth == 0 {
		return nil
	}
	for b := range body.Blocks {
		for i := range body.Blocks[b].Instrs {
			in := &body.Blocks[b].Instrs[i]
			if in.Op != ir.Call || in.Callee.Func == "" {
				continue
			}
			next := p.bodies.retrier(in.Callee.Func, standIns)
			if next == nil || next == body {
				continue
			}
			given := p.machine.Arrive(body, nil, entry, in)
			if given == nil || !given.GivesFunction() && !passesOn(body, in) {
				continue
			}
			if l := p.loopAround(next, given, depth-1, standIns); l != nil {
				return l
			}
		}
	}
	return nil
}

// passesOn reports whether a call is given a parameter of the function it is in.
func passesOn(body *ir.Func, call *ir.Instr) bool {
	return slices.ContainsFunc(call.X, func(x ir.Operand) bool { return x > 0 && int(x) <= len(body.Params) })
}

// sameModule reports whether a package belongs to the module of the package at
// hand; where modules are not known, whether their paths begin alike.
func (p *pkg) sameModule(path string) bool {
	module, _, _ := strings.Cut(p.pass.Pkg.Path(), "/")
	if p.pass.Module != nil && p.pass.Module.Path != "" {
		module = p.pass.Module.Path
	}
	return path == module || strings.HasPrefix(path, module+"/")
}

// shortName returns a full function name with the package's name instead of its
// path.
func shortName(full string) string {
	open := strings.IndexFunc(full, func(r rune) bool { return r != '(' && r != '*' })
	if open < 0 {
		return full
	}
	rest := full[open:]
	return full[:open] + rest[strings.LastIndexByte(rest, '/')+1:]
}
