package model

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"github.com/retrylint/retrylint/internal/answer"
	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/ir"
	"github.com/retrylint/retrylint/internal/lower"
	"github.com/retrylint/retrylint/internal/reach"
)

// responding is a call that gets a response over HTTP, or an error that carries what was
// answered, in functions that can be run.
type responding struct {
	attempt *ir.Instr
	// call is the full name of what is called, into are the functions that lead to it.
	call string
	into []string
}

// premise returns what is to be assumed of the call: any status may be answered, or the error
// carries one or a code.
func (r responding) premise() premise {
	if in := carriedByCall(r.attempt.Callee); !in.IsEmpty() {
		shapes := []exec.Shape{{In: in, Open: true, Client: true}}
		return premise{exec.Fails, &exec.Ask{Domain: in.Or(answer.Kinds()), Response: -1, Shapes: shapes}, in}
	}
	ask := &exec.Ask{Domain: answer.AllStatuses, Response: r.attempt.Callee.Response - 1}
	return premise{exec.Succeeds, ask, answer.AllStatuses}
}

// carriedByCall returns the statuses or codes that the errors of a call are known to carry.
func carriedByCall(c *ir.Callee) answer.Set {
	if c.CallOptions {
		return answer.Codes(1, answer.LastCode)
	}
	return answer.CarriedBy(c.Pkg)
}

// responses returns the calls in a function, and further down, that get an answer.
func (p *pkg) responses(name string) []responding {
	var found []responding
	p.addResponses(name, nil, maxAnsweringDepth, &found)
	return found
}

func (p *pkg) addResponses(name string, into []string, depth int, found *[]responding) {
	if name == "" || depth == 0 || slices.Contains(into, name) {
		return
	}
	body, _ := p.bodies.Body(name)
	if body == nil {
		return
	}
	into = append(slices.Clip(into), name)
	for b := range body.Blocks {
		for i := range body.Blocks[b].Instrs {
			in := &body.Blocks[b].Instrs[i]
			if in.Op != ir.Call || in.Callee.Err < 0 || len(*found) >= maxAnswering {
				continue
			}
			before := len(*found)
			p.addResponses(in.Callee.Func, into, depth-1, found)
			if len(*found) == before && (in.Callee.Response > 0 || !carriedByCall(in.Callee).IsEmpty()) {
				*found = append(*found, responding{in, in.Callee.Func + in.Callee.Method, into})
			}
		}
	}
}

// within returns a loop in which another call is the attempt, that certain functions lead to.
func within(l *exec.Loop, attempt *ir.Instr, into []string) *exec.Loop {
	inner := *l
	inner.Attempt, inner.Into = attempt, maps.Clone(l.Into)
	if inner.Into == nil {
		inner.Into = make(map[string]bool)
	}
	for _, name := range into {
		inner.Into[name] = true
	}
	return &inner
}

// onInnerStatus returns a loop in which the status of a response is what the attempt is asked
// for, if that is got further down and leads back to the attempt as a failure does, and what
// the loop does then; inner is nil if that is not so.
func (p *pkg) onInnerStatus(l *exec.Loop, c candidate, fails exec.Result) (inner *exec.Loop, succeeds exec.Result) {
	for _, r := range p.responses(calleeName(c.attempt.Common())) {
		if r.attempt.Callee.Response == 0 {
			continue
		}
		inner := within(l, r.attempt, r.into)
		inner.Ask = r.premise().ask
		succeeds := p.machine.Run(inner, exec.Succeeds, oneRound, nil)
		if succeeds.GaveUp {
			continue
		}
		if k, _ := construct(fails, comesBack(fails), succeeds, onStatus(succeeds)); k == Retry {
			return inner, succeeds
		}
	}
	return nil, exec.Result{}
}

// onInnerFailure returns a loop in which the failure of a call further down, that carries
// what was answered, leads back to the attempt, although that of the attempt alone does not
// tell, and what the loop does after a failure and after a success then; inner is nil if
// there is none.
func (p *pkg) onInnerFailure(l *exec.Loop, c candidate) (inner *exec.Loop, fails, succeeds exec.Result) {
	for _, r := range p.responses(calleeName(c.attempt.Common())) {
		if r.attempt.Callee.Response > 0 {
			continue
		}
		inner := within(l, r.attempt, r.into)
		inner.Absent = 0
		fails := p.machine.Run(inner, exec.Fails, oneRound, nil)
		succeeds := p.machine.Run(inner, exec.Succeeds, oneRound, nil)
		if fails.GaveUp || succeeds.GaveUp {
			continue
		}
		if k, _ := construct(fails, comesBack(fails), succeeds, nil); k == Retry {
			return inner, fails, succeeds
		}
	}
	return nil, exec.Result{}, exec.Result{}
}

// senders returns the functions of the package that get an answer over HTTP or gRPC and hand
// it on, with those that it takes to run them: retries in other packages may
// depend on the answer.
func (p *pkg) senders(decls map[*types.Func]*ast.FuncDecl, methods map[types.Object]int) map[*types.Func]bool {
	sends := make(map[*types.Func]bool)
	needs := make(map[types.Object]bool)
	for changed := true; changed; {
		changed = false
		for fn, decl := range decls {
			remote := p.reach.Func(fn).Remote == reach.Remote
			if !sends[fn] && (remote && reach.ReturnsError(fn.Signature()) && p.getsResponse(decl, sends) || checksResponse(fn.Signature())) {
				sends[fn] = true
				changed = true
				p.mentions(decl, methods, needs)
			}
			if needed := needs[fn] || needs[ownerOf(fn)]; needed && !sends[fn] && !remote {
				sends[fn] = true
				changed = true
				p.mentions(decl, methods, needs)
			}
		}
	}
	return sends
}

// getsResponse reports whether a function calls something that returns a response or makes a
// gRPC call, or one of the functions that do.
func (p *pkg) getsResponse(decl *ast.FuncDecl, sends map[*types.Func]bool) bool {
	for n := range ast.Preorder(decl.Body) {
		switch n := n.(type) {
		case *ast.CallExpr:
			sig, ok := p.pass.TypesInfo.TypeOf(n.Fun).(*types.Signature)
			if ok && (lower.ResponseAmong(sig) >= 0 || lower.TakesCallOptions(sig)) {
				return true
			}
		case *ast.Ident:
			if callee, ok := p.pass.TypesInfo.Uses[n].(*types.Func); ok && (sends[callee.Origin()] || p.bodies.exports(callee.Origin())) && p.reach.Func(callee).Remote == reach.Remote {
				return true
			}
		}
	}
	return false
}

// checksResponse reports whether a function makes an error of a response that it is given.
func checksResponse(sig *types.Signature) bool {
	if !reach.ReturnsError(sig) {
		return false
	}
	for v := range sig.Params().Variables() {
		if v.Type().String() == answer.Response {
			return true
		}
	}
	return false
}
