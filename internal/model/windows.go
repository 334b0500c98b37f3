package model

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/reach"
)

// given returns the places of the waits on a way, each once; nil if there is none,
// or if one is waited more than once in a round: then it also serves rounds in which
// nothing is attempted.
func given(w exec.Way) []token.Pos {
	var all []token.Pos
	for _, r := range w.Rounds {
		var round []token.Pos
		for _, p := range r.Pauses {
			if slices.Contains(round, p.Pos) {
				return nil
			}
			round = append(round, p.Pos)
		}
		all = append(all, round...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// both joins what given returned for two ways that are one path.
func both(a, b []token.Pos) []token.Pos {
	if a == nil || b == nil {
		return nil
	}
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// kept returns the places of the waits that are to stay as they are, whatever else
// they serve: those that follow a success, and those that are decided elsewhere on one
// of the ways.
func kept(fails, succeeds exec.Result) []token.Pos {
	var all []token.Pos
	for _, w := range slices.Concat(fails.Ways, succeeds.Ways) {
		for _, r := range append(slices.Clip(w.Rounds), w.Last) {
			for _, p := range r.Pauses {
				if foreign(p.Dur) != "" {
					all = append(all, p.Pos)
				}
			}
		}
	}
	for _, w := range succeeds.Ways {
		var answer []exec.Cond
		for _, r := range append(slices.Clip(w.Rounds), w.Last) {
			if slices.ContainsFunc(r.Conds, func(c exec.Cond) bool { return c.Term.Outcome }) {
				// What was assumed of one answer may hold for the next as well.
				answer = r.Conds
			}
			if refused(w.Asks, r.Answers) || slices.ContainsFunc(answer, laterFailure) {
				continue
			}
			for _, p := range r.Pauses {
				all = append(all, p.Pos)
			}
		}
	}
	return all
}

// laterFailure reports whether a condition says that a step after the attempt
// failed on what it returned.
func laterFailure(c exec.Cond) bool {
	return !c.Holds && c.Term.IsNilTest() && c.Term.Outcome && c.Term.FromCall()
}

// windows finds the calls that are given the waits without jitter.
func (p *pkg) windows(res *Result) {
	keep := make(map[token.Pos]bool)
	for _, loop := range res.Loops {
		if loop.JudgedThere {
			continue
		}
		for _, site := range loop.Sites {
			for _, pos := range site.kept {
				keep[pos] = true
			}
			for _, path := range site.Paths {
				for _, pos := range path.given {
					keep[pos] = keep[pos] || path.Wait.Kind == Jittered
				}
			}
		}
	}
	for _, loop := range res.Loops {
		loop.Windows = p.windowsOf(loop, keep)
	}
}

func (p *pkg) windowsOf(loop *Loop, keep map[token.Pos]bool) []*ast.CallExpr {
	var calls []*ast.CallExpr
	for _, site := range loop.Sites {
		if !site.Construct.IsSite() {
			continue
		}
		none, growing, constant := site.withoutJitter()
		for _, path := range slices.Concat(none, growing, constant) {
			if len(path.given) == 0 {
				return nil
			}
			for _, pos := range path.given {
				// A wait outside of the loop is that of a helper, which serves others too.
				call := p.callAt(pos)
				if call == nil || keep[pos] || !p.holds(loop, call) || !p.waitedAlone(call) || p.idles(loop, call) {
					return nil
				}
				if !slices.Contains(calls, call) {
					calls = append(calls, call)
				}
			}
		}
	}
	slices.SortFunc(calls, func(a, b *ast.CallExpr) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return calls
}

// holds reports whether a call stands within a loop, or, where that is made of
// jumps and calls, in the same function.
func (p *pkg) holds(loop *Loop, call *ast.CallExpr) bool {
	if loop.Node != nil {
		return loop.Node.Pos() <= call.Pos() && call.End() <= loop.Node.End()
	}
	fn := innermostFunc(p.around(loop.From))
	return fn != nil && fn == innermostFunc(p.around(call.Pos()))
}

// around returns the nodes around a place, from the innermost.
func (p *pkg) around(pos token.Pos) []ast.Node {
	file := reach.FileAt(p.pass, pos)
	if file == nil {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(file, pos, pos)
	return path
}

func innermostFunc(path []ast.Node) ast.Node {
	for _, n := range path {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return n
		}
	}
	return nil
}

// idles reports whether a wait can come round without an attempt of the loop: then
// it also keeps the pace of a loop that has nothing to do.
func (p *pkg) idles(loop *Loop, wait *ast.CallExpr) bool {
	var from *ssa.BasicBlock
	attempts := make(map[*ssa.BasicBlock]bool)
	for _, fn := range p.funcs {
		syntax := fn.Syntax()
		if syntax == nil || wait.Pos() < syntax.Pos() || syntax.End() <= wait.Pos() {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if _, isCall := instr.(ssa.CallInstruction); !isCall {
					continue
				}
				if instr.Pos() == wait.Lparen {
					from = b
				}
				if slices.ContainsFunc(loop.Sites, func(s *Site) bool { return s.Op.Pos == instr.Pos() }) {
					attempts[b] = true
				}
			}
		}
	}
	maps.DeleteFunc(attempts, func(b *ssa.BasicBlock, _ bool) bool { return from == nil || b.Parent() != from.Parent() })
	if len(attempts) == 0 || attempts[from] {
		// They are made in another function, a goroutine's perhaps, or together with
		// the wait.
		return false
	}
	seen := make(map[*ssa.BasicBlock]bool)
	for work := slices.Clone(from.Succs); len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == from {
			return true
		}
		if !seen[b] && !attempts[b] {
			seen[b] = true
			work = append(work, b.Succs...)
		}
	}
	return false
}

// waitedAlone reports whether a call is given a duration that is waited, and
// nothing else comes of it. Where a timer is waited for together with an answer, it is the
// time the answer may take; tickers keep their pace.
func (p *pkg) waitedAlone(call *ast.CallExpr) bool {
	path := p.around(call.Pos())
	at := slices.Index(path, ast.Node(call))
	if at < 0 {
		return false
	}
	path = path[at+1:]
	fn := typeutil.StaticCallee(p.pass.TypesInfo, call)
	if fn == nil || len(call.Args) != fn.Signature().Params().Len() {
		return false
	}
	switch fn.FullName() {
	case "time.Sleep", "time.AfterFunc":
		return true
	case "time.After":
		return p.receivedAlone(path)
	case "time.NewTimer":
		switch parent := path[0].(type) {
		case *ast.SelectorExpr:
			return p.receivedAlone(path[1:])
		case *ast.AssignStmt:
			return len(parent.Lhs) == 1 && p.timerAlone(parent.Lhs[0], path)
		case *ast.ValueSpec:
			return len(parent.Names) == 1 && p.timerAlone(parent.Names[0], path)
		}
	case "(*time.Timer).Reset":
		return p.timerAlone(call.Fun.(*ast.SelectorExpr).X, path)
	}
	return false
}

// receivedAlone reports whether the channel within path, from the innermost, is
// received from, and no answer is waited for at the same time.
func (p *pkg) receivedAlone(path []ast.Node) bool {
	if receive, ok := path[0].(*ast.UnaryExpr); !ok || receive.Op != token.ARROW {
		return false
	}
	clause, ok := path[2].(*ast.CommClause)
	if !ok || clause.Comm != path[1] {
		return true
	}
	for _, other := range path[3].(*ast.BlockStmt).List {
		other := other.(*ast.CommClause)
		if other != clause && !p.stops(other.Comm) {
			return false
		}
	}
	return true
}

// stops reports whether a communication receives nothing but the news that
// somebody else does not want to go on.
func (p *pkg) stops(comm ast.Stmt) bool {
	stmt, ok := comm.(*ast.ExprStmt)
	if !ok {
		return false
	}
	receive, ok := ast.Unparen(stmt.X).(*ast.UnaryExpr)
	if !ok {
		return false
	}
	ch, ok := p.pass.TypesInfo.TypeOf(receive.X).Underlying().(*types.Chan)
	if !ok {
		return false
	}
	elem, ok := ch.Elem().Underlying().(*types.Struct)
	return ok && elem.NumFields() == 0
}

// timerAlone reports whether x is a local variable, and the timer in it is used
// only to wait, within path.
func (p *pkg) timerAlone(x ast.Expr, path []ast.Node) bool {
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		return false
	}
	timer, ok := p.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || timer.Kind() != types.LocalVar {
		return false
	}
	for _, n := range path {
		decl, ok := n.(*ast.FuncDecl)
		if !ok {
			continue
		}
		for n := range ast.Preorder(decl) {
			if id, ok := n.(*ast.Ident); ok && p.pass.TypesInfo.Uses[id] == timer && !p.waitsFor(id) {
				return false
			}
		}
		return true
	}
	return false
}

// waitsFor reports whether a timer is used here to wait, or is set or stopped.
func (p *pkg) waitsFor(timer *ast.Ident) bool {
	path := p.around(timer.Pos())
	switch parent := path[1].(type) {
	case *ast.SelectorExpr:
		if parent.Sel.Name == "C" {
			return p.receivedAlone(path[2:])
		}
		return true
	case *ast.AssignStmt:
		// It is made.
		return slices.Contains(parent.Lhs, ast.Expr(timer))
	}
	return false
}
