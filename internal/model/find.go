package model

import (
	"cmp"
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

// find looks at every loop of every function.
func (p *pkg) find() *Result {
	res := new(Result)
	for _, fn := range p.looked() {
		p.machine.Share()
		all := p.candidates(fn)
		if len(all) == 0 {
			continue
		}
		// Inner loops come first: an attempt belongs to the innermost loop that
		// repeats it.
		for _, l := range p.bodies.lower(fn).Loops() {
			calls := slices.DeleteFunc(slices.Clone(all), func(c candidate) bool { return !l.Blocks[c.call.Block().Index] })
			if len(calls) == 0 {
				continue
			}
			loop := p.place(fn, l, calls[0].call.Pos())
			lost := 0
			for _, c := range calls {
				if len(c.into) > 0 && lost >= maxLost {
					// The others inside are as large, and cost what other loops need.
					continue
				}
				site := p.site(&exec.Loop{
					Fn: p.bodies.lower(fn), Header: l.Header, Blocks: l.Blocks, Scope: p.scope(fn),
					Attempt: instruction(p.bodies.lower(c.attempt.Parent()), c.attempt),
					Into:    names(c.into),
				}, c)
				if site.Construct == Undecided {
					lost++
				}
				site.Loop, site.blocks = loop, l.Blocks
				loop.Sites = append(loop.Sites, site)
			}
			loop.followTarget()
			loop.followPoll()
			slices.SortStableFunc(loop.Sites, func(a, b *Site) int { return cmp.Compare(a.makesClient(), b.makesClient()) })
			res.Loops = append(res.Loops, loop)
		}
	}
	res.Loops = append(res.Loops, p.recursions()...)
	res.Loops = append(res.Loops, p.retriers()...)
	slices.SortStableFunc(res.Loops, func(a, b *Loop) int { return cmp.Compare(a.From, b.From) })
	for _, loop := range res.Loops {
		p.machine.Share()
		p.decide(loop)
	}
	return res
}

// looked returns the functions whose sites may be shown to somebody.
func (p *pkg) looked() []*ssa.Function {
	if p.cfg.AnalysesTests() {
		return p.funcs
	}
	return slices.DeleteFunc(slices.Clone(p.funcs), func(fn *ssa.Function) bool { return reach.InTest(p.pass.Fset, fn.Pos()) })
}

// maxLost is the number of operations of a loop that are tried in vain to follow before no
// more of those inside of what it calls are.
const maxLost = 2

// makesClient returns 1 for an operation that, by its name, gives the client with which the
// others are done, else 0: messages rather name one of those.
func (s *Site) makesClient() int {
	if strings.HasSuffix(s.Op.ID, "Client") {
		return 1
	}
	return 0
}

// followTarget makes the whole loop a failover if one of its operations goes to
// another target in each round: the others are done there.
func (l *Loop) followTarget() {
	i := slices.IndexFunc(l.Sites, func(s *Site) bool { return s.Construct == Failover })
	if i < 0 {
		return
	}
	for _, s := range l.Sites[i:] {
		if s.Construct.IsSite() {
			s.Construct, s.Why = Failover, "each round goes to another target"
		}
	}
}

// followPoll makes the whole loop a poll if one of its operations polls and takes errors
// for an answer: what else fails in such a round is asked again with it.
func (l *Loop) followPoll() {
	i := slices.IndexFunc(l.Sites, func(s *Site) bool { return s.Construct == Poll && s.Attempts.Kind != "" })
	if i < 0 {
		return
	}
	for _, s := range l.Sites[i:] {
		if s.Construct == Retry {
			s.Construct, s.Why = Poll, l.Sites[i].Why
		}
	}
}

func names(fns []*ssa.Function) map[string]bool {
	set := make(map[string]bool)
	for _, fn := range fns {
		set[lower.FuncName(fn)] = true
	}
	return set
}

// scope returns what a closure captures, nil if fn is none or it is not known.
func (p *pkg) scope(fn *ssa.Function) *exec.Scope {
	outer := fn.Parent()
	if outer == nil || len(fn.FreeVars) == 0 || len(outer.Blocks) == 0 {
		return nil
	}
	scope, ok := p.scopes[fn]
	if !ok {
		scope = p.machine.Scope(p.bodies.lower(outer), p.scope(outer), lower.FuncName(fn))
		p.scopes[fn] = scope
	}
	return scope
}

// candidate is a call that may be an attempt.
type candidate struct {
	// call is the call in the loop; attempt is the same, or a call further down
	// that is made on its behalf.
	call, attempt ssa.CallInstruction
	// into are the functions between call and attempt.
	into []*ssa.Function
	op   Operation
	// isParam says that the operation is a parameter, handedIn that nothing is
	// known of what callers hand in.
	isParam, handedIn bool
	// waits says that the attempt itself may wait.
	waits bool
	// asks says that the call asks the answer of op for its error.
	asks bool
}

// candidates returns the calls of a function that can fail and are not known to
// be local, in source order.
func (p *pkg) candidates(fn *ssa.Function) []candidate {
	var found []candidate
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if spawned, ok := instr.(*ssa.Go); ok {
				found = append(found, p.spawned(spawned)...)
			}
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			c, ok := p.candidate(call)
			if ok {
				found = append(found, c)
			}
			if callee := p.lookInside(call, c.waits || !ok); callee != nil {
				for _, inner := range p.inner(callee, maxInner, nil) {
					inner.call = call
					inner.op.Pos, inner.op.Text = call.Pos(), p.text(call)
					found = append(found, inner)
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(a.op.Pos, b.op.Pos) })
	return found
}

// spawned returns the attempts in a goroutine that sends what they answer.
func (p *pkg) spawned(g *ssa.Go) []candidate {
	callee := g.Call.StaticCallee()
	if callee == nil || callee.Package() != p.ssa || !sendsError(callee) {
		return nil
	}
	found := p.inner(callee, 1, nil)
	for i := range found {
		found[i].call = g
	}
	return found
}

// sendsError reports whether a function sends an error to a channel.
func sendsError(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if send, ok := instr.(*ssa.Send); ok && types.Identical(send.X.Type(), types.Universe.Lookup("error").Type()) {
				return true
			}
		}
	}
	return false
}

// maxInner is the number of calls, one within the other, in which an attempt is
// looked for.
const maxInner = 3

// lookInside returns the function that a call calls if what goes on inside decides
// how failures wait, nil if not: it waits itself, or hides the failure.
func (p *pkg) lookInside(call *ssa.Call, decides bool) *ssa.Function {
	if decides && p.summary(&call.Call).Remote > reach.Local {
		return call.Call.StaticCallee()
	}
	return nil
}

// inner returns the attempts in a function that a loop calls.
func (p *pkg) inner(fn *ssa.Function, depth int, into []*ssa.Function) []candidate {
	if depth == 0 || fn.Package() != p.ssa || slices.Contains(into, fn) {
		return nil
	}
	into = append(slices.Clip(into), fn)
	var found []candidate
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			c, ok := p.candidate(call)
			if ok && !c.isParam {
				c.into = into
				found = append(found, c)
			}
			if callee := p.lookInside(call, c.waits || !ok); callee != nil {
				found = append(found, p.inner(callee, depth-1, into)...)
			}
		}
	}
	return found
}

// candidate returns a call as an attempt; ok is false if it cannot fail or stays
// within the process.
func (p *pkg) candidate(call *ssa.Call) (c candidate, ok bool) {
	if !reach.ReturnsError(call.Call.Signature()) {
		return c, false
	}
	s := p.summary(&call.Call)
	op := call
	if s.Remote == reach.Local {
		if asked := p.answerOf(call); asked != nil {
			op, s = asked, p.summary(&asked.Call)
		}
	}
	c = candidate{call: call, attempt: call, asks: op != call, waits: s.Waits && op.Call.StaticCallee() != nil, op: Operation{
		Pos: call.Pos(), ID: calleeName(&op.Call), Text: p.text(op), Remote: s.Remote, Via: s.Via,
	}}
	if call.Call.IsInvoke() && s.Waits {
		// It is asked for leave.
		return c, false
	}
	if param, ok := call.Call.Value.(*ssa.Parameter); ok && !call.Call.IsInvoke() {
		v, _ := param.Object().(*types.Var)
		_, known := p.reach.Value(v)
		c.isParam, c.handedIn = true, !known
	}
	if isOperationOfParameter(call.Call.Value) && !call.Call.IsInvoke() {
		c.isParam, c.handedIn = true, true
	}
	return c, s.Remote > reach.Local || c.handedIn
}

// isOperationOfParameter reports whether a value is the operation in a structure that the
// function at hand is given.
func isOperationOfParameter(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL || !isOperation(load.Type()) {
		return false
	}
	field, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	param := parameter(field.X)
	return param != nil && holdsOperation(param.Type()) && !isReceiver(param)
}

// isReceiver reports whether a parameter is what the method is called on.
func isReceiver(param *ssa.Parameter) bool {
	fn := param.Parent()
	return fn.Signature.Recv() != nil && len(fn.Params) > 0 && fn.Params[0] == param
}

// answerOf returns the call that reaches another process if a method asks its answer for
// the error, as cmd.Result and cmd.Err do; nil if that is not so.
func (p *pkg) answerOf(call *ssa.Call) *ssa.Call {
	if len(call.Call.Args) != 1 || call.Call.IsInvoke() || call.Call.Signature().Recv() == nil {
		return nil
	}
	answer := call.Call.Args[0]
	for {
		// The method may be that of something embedded.
		if field, ok := answer.(*ssa.FieldAddr); ok {
			answer = field.X
			continue
		}
		break
	}
	asked, ok := answer.(*ssa.Call)
	if !ok || reach.ReturnsError(asked.Call.Signature()) || p.summary(&asked.Call).Remote < reach.Remote {
		return nil
	}
	return asked
}

// text returns the callee as messages print it.
func (p *pkg) text(call ssa.CallInstruction) string {
	c := call.Common()
	qual := types.RelativeTo(p.pass.Pkg)
	byName := func(other *types.Package) string {
		if qual(other) == "" {
			return ""
		}
		return other.Name()
	}
	var fn *types.Func
	recv := types.Type(nil)
	switch callee := c.StaticCallee(); {
	case c.IsInvoke():
		fn, recv = c.Method, c.Value.Type()
	case callee != nil:
		fn, _ = callee.Object().(*types.Func)
		if fn != nil && fn.Signature().Recv() != nil {
			recv = fn.Origin().Signature().Recv().Type()
		}
	}
	switch {
	case fn == nil:
		if expr := p.callAt(call.Pos()); expr != nil {
			if _, isLit := ast.Unparen(expr.Fun).(*ast.FuncLit); !isLit {
				return types.ExprString(expr.Fun)
			}
		}
		return "the function literal"
	case recv != nil:
		return "(" + types.TypeString(recv, byName) + ")." + fn.Name()
	case byName(fn.Pkg()) != "":
		return byName(fn.Pkg()) + "." + fn.Name()
	}
	return fn.Name()
}

// callAt returns the call expression whose opening parenthesis stands at pos,
// which is where SSA places calls; nil if there is none.
func (p *pkg) callAt(pos token.Pos) *ast.CallExpr {
	if p.calls == nil {
		p.calls = make(map[token.Pos]*ast.CallExpr)
		for _, file := range p.pass.Files {
			for n := range ast.Preorder(file) {
				if call, ok := n.(*ast.CallExpr); ok {
					p.calls[call.Lparen] = call
				}
			}
		}
	}
	return p.calls[pos]
}

// instruction returns the translation of a call.
func instruction(fn *ir.Func, call ssa.CallInstruction) *ir.Instr {
	block := fn.Blocks[call.Block().Index]
	for i := range block.Instrs {
		if in := &block.Instrs[i]; in.Op == ir.Call && in.Pos == call.Pos() {
			return in
		}
	}
	return nil
}

// place finds the statement of a loop.
func (p *pkg) place(fn *ssa.Function, l ir.Loop, attempt token.Pos) *Loop {
	out := &Loop{From: attempt, To: attempt, Declaration: p.declaration(fn)}
	syntax := fn.Syntax()
	if syntax == nil {
		return out
	}
	inside := []token.Pos{attempt}
	for _, b := range fn.Blocks {
		if !l.Blocks[b.Index] {
			continue
		}
		for _, instr := range b.Instrs {
			// Other instructions may stand where their variable is declared.
			switch instr.(type) {
			case *ssa.Call, *ssa.BinOp, *ssa.Select:
				if instr.Pos().IsValid() {
					inside = append(inside, instr.Pos())
				}
			}
		}
	}
	first := slices.Min(inside)
	for n := range ast.Preorder(syntax) {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			holds := func(pos token.Pos) bool { return n.Pos() <= pos && pos < n.End() }
			if !slices.ContainsFunc(inside, func(pos token.Pos) bool { return !holds(pos) }) {
				out.Node, out.From, out.To = n, n.Pos(), n.End()
			}
		case *ast.LabeledStmt:
			// The last label before a loop that no statement holds is where the jump
			// goes.
			if out.Node == nil && n.Pos() <= first {
				out.From, out.To = n.Pos(), n.End()
			}
		}
	}
	return out
}

// declaration returns the declared function around fn, as messages print it.
func (p *pkg) declaration(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn.RelString(p.pass.Pkg)
}
