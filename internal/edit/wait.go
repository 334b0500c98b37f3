package edit

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
)

// EndWaits returns the edits that make each of some calls of time.Sleep in a file end
// when a context is done; the function then returns the context's error. ctx is the
// context as it is written there. ok is false if that cannot be done for all of them: a
// call is no statement on lines of its own, root, which ctx begins with, or a result is
// not seen there, or the function does not return an error. src is the text of the file.
func EndWaits(pass *analysis.Pass, file *ast.File, src []byte, calls []*ast.CallExpr, ctx string, root *types.Var) (edits []analysis.TextEdit, ok bool) {
	for _, call := range calls {
		e, ok := endWait(pass, file, src, call, ctx)
		if !ok || !sees(pass, call.Pos(), root) {
			return nil, false
		}
		edits = append(edits, e...)
	}
	return edits, len(edits) > 0
}

func endWait(pass *analysis.Pass, file *ast.File, src []byte, call *ast.CallExpr, ctx string) (edits []analysis.TextEdit, ok bool) {
	tok := pass.Fset.File(file.FileStart)
	path, _ := astutil.PathEnclosingInterval(file, call.Pos(), call.Pos())
	stmt := statement(path, call)
	sig := function(pass, path)
	fun, isSelector := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if stmt == nil || sig == nil || !isSelector || len(call.Args) != 1 {
		return nil, false
	}
	text := func(n ast.Node) string { return string(src[tok.Offset(n.Pos()):tok.Offset(n.End())]) }
	start, end := tok.Offset(stmt.Pos()), tok.Offset(stmt.End())
	line := tok.Offset(tok.LineStart(tok.Line(stmt.Pos())))
	indent := string(src[line:start])
	rest, _, _ := strings.Cut(string(src[end:]), "\n")
	if strings.Trim(indent, "\t") != "" || strings.TrimSpace(rest) != "" || strings.Contains(text(stmt), "\n") || strings.Contains(text(stmt), "/*") {
		return nil, false
	}
	values, ok := results(pass, file, sig, call.Pos())
	if !ok {
		return nil, false
	}
	// What is given stays as it is, so that it can be drawn at random as well.
	lines := []string{
		"select {",
		fmt.Sprintf("case <-%s.Done():", ctx),
		fmt.Sprintf("\treturn %s", strings.Join(append(values, ctx+".Err()"), ", ")),
		fmt.Sprintf("case <-%s.After(", text(fun.X)),
	}
	arg := call.Args[0]
	return []analysis.TextEdit{
		{Pos: stmt.Pos(), End: arg.Pos(), NewText: []byte(strings.Join(lines, "\n"+indent))},
		{Pos: arg.End(), End: stmt.End(), NewText: []byte("):\n" + indent + "}")},
	}, true
}

// statement returns the statement in a list of them that a call is, nil if it is part
// of something else.
func statement(path []ast.Node, call *ast.CallExpr) *ast.ExprStmt {
	for i, n := range path {
		stmt, ok := n.(*ast.ExprStmt)
		if !ok {
			continue
		}
		if stmt.X != ast.Expr(call) || i+1 == len(path) {
			return nil
		}
		switch path[i+1].(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			return stmt
		}
		return nil
	}
	return nil
}

// function returns the signature of the innermost function around a place.
func function(pass *analysis.Pass, path []ast.Node) *types.Signature {
	for _, n := range path {
		switch n := n.(type) {
		case *ast.FuncLit:
			sig, _ := pass.TypesInfo.TypeOf(n).(*types.Signature)
			return sig
		case *ast.FuncDecl:
			if fn, ok := pass.TypesInfo.Defs[n.Name].(*types.Func); ok {
				return fn.Signature()
			}
		}
	}
	return nil
}

// results returns what a function gives back beside an error, which is its last
// result: the results that have names, and zero for those that have none. ok is false if
// it returns no error, or a value cannot be written at pos.
func results(pass *analysis.Pass, file *ast.File, sig *types.Signature, pos token.Pos) (values []string, ok bool) {
	res := sig.Results()
	if res.Len() == 0 || !types.Identical(res.At(res.Len()-1).Type(), types.Universe.Lookup("error").Type()) {
		return nil, false
	}
	for i := range res.Len() - 1 {
		v := res.At(i)
		value := v.Name()
		if value == "" || value == "_" {
			value = zero(pass, file, v.Type(), pos)
		} else if !sees(pass, pos, v) {
			return nil, false
		}
		if value == "" {
			return nil, false
		}
		values = append(values, value)
	}
	return values, true
}

// zero returns how the zero value of a type is written at pos, "" if it is not known.
func zero(pass *analysis.Pass, file *ast.File, t types.Type, pos token.Pos) string {
	if _, isParam := types.Unalias(t).(*types.TypeParam); isParam {
		return ""
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return "false"
		case u.Info()&types.IsNumeric != 0:
			return "0"
		case u.Info()&types.IsString != 0:
			return `""`
		}
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Interface, *types.Signature:
		return "nil"
	case *types.Struct:
		named, ok := types.Unalias(t).(*types.Named)
		if !ok || named.TypeArgs().Len() > 0 {
			return ""
		}
		obj := named.Obj()
		if obj.Pkg() != pass.Pkg {
			if pkg := Imported(pass, file, obj.Pkg().Path(), pos); pkg != "" {
				return pkg + "." + obj.Name() + "{}"
			}
			return ""
		}
		if sees(pass, pos, obj) {
			return obj.Name() + "{}"
		}
	}
	return ""
}

// sees reports whether the name of an object means that object at pos.
func sees(pass *analysis.Pass, pos token.Pos, obj types.Object) bool {
	_, found := pass.Pkg.Scope().Innermost(pos).LookupParent(obj.Name(), pos)
	return found == obj
}
