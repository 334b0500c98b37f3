package model

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/reach"
	"github.com/retrylint/retrylint/internal/record"
)

// source tells what stands where in the package at hand. Rules that run at the
// same time may ask it.
type source struct {
	pass  *analysis.Pass
	reach *reach.Package
	// exprs returns the expressions by where SSA places them.
	exprs func() map[token.Pos]ast.Expr
}

func newSource(pass *analysis.Pass, r *reach.Package) *source {
	return &source{pass: pass, reach: r, exprs: sync.OnceValue(func() map[token.Pos]ast.Expr {
		exprs := make(map[token.Pos]ast.Expr)
		for _, file := range pass.Files {
			for n := range ast.Preorder(file) {
				noteExpr(exprs, n)
			}
		}
		return exprs
	})}
}

// at returns the place of pos.
func (s *source) at(pos token.Pos) record.Position { return record.At(s.pass.Fset, pos) }

// function returns the full name of the declared function around pos; that of the package's
// init for what a package variable is given.
func (s *source) function(pos token.Pos) string {
	if file := reach.FileAt(s.pass, pos); file != nil {
		for _, decl := range file.Decls {
			d, ok := decl.(*ast.FuncDecl)
			if !ok || pos < d.Pos() || pos >= d.End() {
				continue
			}
			if fn, ok := s.pass.TypesInfo.Defs[d.Name].(*types.Func); ok {
				return fn.FullName()
			}
		}
	}
	return s.pass.Pkg.Path() + ".init"
}

// expr returns the expression whose value SSA places at pos, nil if there is none.
func (s *source) expr(pos token.Pos) ast.Expr {
	if !pos.IsValid() {
		return nil
	}
	return s.exprs()[pos]
}

// noteExpr notes an expression. What is around another comes first, so that of
// those at one place the outer one is kept: a field and not its name, a comparison
// with a case and not the case.
func noteExpr(exprs map[token.Pos]ast.Expr, n ast.Node) {
	put := func(pos token.Pos, x ast.Expr) {
		if exprs[pos] == nil {
			exprs[pos] = x
		}
	}
	switch n := n.(type) {
	case *ast.SwitchStmt:
		if n.Tag == nil {
			return
		}
		for _, clause := range n.Body.List {
			for _, x := range clause.(*ast.CaseClause).List {
				put(x.Pos(), &ast.BinaryExpr{X: n.Tag, Op: token.EQL, Y: x})
			}
		}
	case *ast.BinaryExpr:
		put(n.OpPos, n)
	case *ast.UnaryExpr:
		put(n.OpPos, n)
	case *ast.CallExpr:
		put(n.Lparen, n)
	case *ast.SelectorExpr:
		put(n.Sel.Pos(), n)
	case *ast.IndexExpr:
		put(n.Lbrack, n)
	case *ast.TypeAssertExpr:
		put(n.Lparen, n)
	case *ast.Ident:
		put(n.Pos(), n)
	}
}

// text returns the expression at pos as the source writes it, "" if there is none.
func (s *source) text(pos token.Pos) string {
	if x := s.expr(pos); x != nil {
		return types.ExprString(x)
	}
	return ""
}

// constants returns the named constants in an expression with their values, such
// as "limit = 4".
func (s *source) constants(x ast.Expr) []string {
	var found []string
	for n := range ast.Preorder(x) {
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		c, ok := s.pass.TypesInfo.Uses[id].(*types.Const)
		if !ok || c.Pkg() == nil || reach.IsStandard(c.Pkg().Path()) {
			// Everybody knows how long a second is.
			continue
		}
		value := c.Val().String()
		if c.Type().String() == "time.Duration" {
			n, _ := constant.Int64Val(c.Val())
			value = exec.DurationText(n)
		}
		if text := c.Name() + " = " + value; !slices.Contains(found, text) {
			found = append(found, text)
		}
	}
	return found
}

// quoted returns a piece of source within a sentence.
func quoted(text string) string { return "`" + strings.ReplaceAll(text, "`", "'") + "`" }
