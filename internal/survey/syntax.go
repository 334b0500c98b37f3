package survey

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/retrylint/retrylint/internal/model"
	"github.com/retrylint/retrylint/internal/reach"
	"github.com/retrylint/retrylint/internal/record"
	"github.com/retrylint/retrylint/internal/settings"
)

// local is the construct of a loop in which what can fail stays in the process, as
// far as that can be seen.
const local = "local"

// maxCalls is the number of calls that a record of a loop lists.
const maxCalls = 8

// syntax looks at the loops that the model has nothing to say about.
type syntax struct {
	pass  *analysis.Pass
	cfg   *settings.Settings
	reach *reach.Package
}

// others returns a record for each loop statement that is not known.
func (s *syntax) others(known map[ast.Node]bool) []place {
	var places []place
	for _, file := range s.pass.Files {
		for _, decl := range file.Decls {
			name := s.declaration(decl)
			for n := range ast.Preorder(decl) {
				switch n.(type) {
				case *ast.ForStmt, *ast.RangeStmt:
					if !known[n] {
						places = append(places, s.loop(n, name))
					}
				}
			}
		}
	}
	return places
}

// declaration returns the name of a declared function, as messages print it.
func (s *syntax) declaration(decl ast.Decl) string {
	d, ok := decl.(*ast.FuncDecl)
	if !ok {
		// A function literal of a package variable.
		return "init"
	}
	fn, ok := s.pass.TypesInfo.Defs[d.Name].(*types.Func)
	if !ok {
		return d.Name.Name
	}
	return model.Declaration(fn)
}

// loop returns the record of a loop that the model has nothing to say about.
func (s *syntax) loop(n ast.Node, declaration string) place {
	rec := record.Record{Rule: Name, Confidence: record.High, Declaration: declaration, Construct: string(model.NoRetry)}
	leaves, more := false, 0
	for _, c := range s.calls(n) {
		leaves = leaves || c.leaves
		if len(rec.Evidence) == maxCalls {
			more++
			continue
		}
		rec.Evidence = append(rec.Evidence, record.Evidence{Position: record.At(s.pass.Fset, c.call.Pos()), Text: c.text()})
	}
	if more > 0 {
		rec.Evidence = append(rec.Evidence, record.Evidence{Text: fmt.Sprintf("%d more calls that can fail", more)})
	}
	switch {
	case leaves:
		rec.Why = "no call in it that may leave the process can lead back to its head by failing"
	case len(rec.Evidence) > 0:
		rec.Construct, rec.Why = local, "nothing in sight says that what can fail in it leaves the process"
	default:
		rec.Why = "no call in it returns an error"
	}
	rec.Message = rec.Construct + ": " + rec.Why
	return place{n, rec}
}

// looked is a call in a loop and why it is no attempt.
type looked struct {
	call *ast.CallExpr
	// leaves says that it may leave the process.
	leaves bool
	why    string
}

// text returns the call and why it does not count.
func (c looked) text() string {
	name := "the function literal"
	if _, isLit := ast.Unparen(c.call.Fun).(*ast.FuncLit); !isLit {
		name = types.ExprString(c.call.Fun)
	}
	return name + ": " + c.why
}

// calls returns the calls of a loop that return an error, in source order. Those
// in function literals belong to whoever calls the literal.
func (s *syntax) calls(loop ast.Node) []looked {
	var found []looked
	// spawned are the calls that nobody waits for.
	spawned := make(map[*ast.CallExpr]string)
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.RangeStmt:
			if n == loop {
				// What is ranged over is computed once, before the loop.
				found = append(found, s.calls(n.Body)...)
				return false
			}
		case *ast.GoStmt:
			spawned[n.Call] = "it runs in a goroutine, and its failure is not seen here"
		case *ast.DeferStmt:
			spawned[n.Call] = "it runs when the function ends"
		case *ast.CallExpr:
			if c, ok := s.look(n); ok {
				if why := spawned[n]; why != "" {
					c.leaves, c.why = false, why
				}
				found = append(found, c)
			}
		}
		return true
	})
	return found
}

// look judges a call; ok is false if it returns no error.
func (s *syntax) look(call *ast.CallExpr) (c looked, ok bool) {
	info := s.pass.TypesInfo
	tv, ok := info.Types[call.Fun]
	if !ok || tv.IsType() || tv.IsBuiltin() {
		return c, false
	}
	sig, ok := tv.Type.Underlying().(*types.Signature)
	if !ok || !reach.ReturnsError(sig) {
		return c, false
	}
	c.call = call
	var summary reach.Summary
	visible, standard := true, false
	switch callee := typeutil.Callee(info, call).(type) {
	case *types.Func:
		summary = s.reach.Func(callee)
		recv := callee.Signature().Recv()
		visible = recv == nil || !types.IsInterface(recv.Type())
		standard = visible && callee.Pkg() != nil && reach.IsStandard(callee.Pkg().Path())
	case *types.Var:
		summary, visible = s.reach.Value(callee)
	default:
		if lit, isLit := ast.Unparen(call.Fun).(*ast.FuncLit); isLit {
			summary = s.reach.Literal(lit)
		} else {
			summary, visible = s.reach.Shape(tv.Type), false
		}
	}
	switch c.leaves = summary.Remote > reach.Local; {
	case c.leaves && !visible && summary.Waits:
		c.why = summary.Remote.String() + ", and taken for a wait: it is asked for leave"
	case c.leaves:
		c.why = summary.Remote.String() + ", but its failure does not lead back to the head of the loop"
	case standard:
		c.why = "it stays in the process"
	default:
		c.why = "nothing in sight says that it leaves the process"
	}
	return c, true
}
