package reach

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// wrappers make, around something that reads or writes, a value whose methods do so.
var wrappers = map[string]bool{
	"bufio.NewReader": true, "bufio.NewReaderSize": true, "bufio.NewScanner": true, "bufio.NewWriter": true, "bufio.NewWriterSize": true,
	"bufio.NewReadWriter": true, "encoding/gob.NewDecoder": true, "encoding/gob.NewEncoder": true,
	"encoding/json.NewDecoder": true, "encoding/json.NewEncoder": true, "net/textproto.NewConn": true, "net/textproto.NewReader": true, "net/textproto.NewWriter": true,
}

// streams returns the variables and fields of the package that hold what reads from or
// writes to a connection, with something in between.
func (p *Package) streams() map[types.Object]bool {
	conn := p.connection()
	if conn == nil {
		return nil
	}
	info := p.pass.TypesInfo
	found := make(map[types.Object]bool)
	isConn := func(x ast.Expr) bool {
		t := info.TypeOf(x)
		return t != nil && types.Implements(t, conn) || found[named(info, x)]
	}
	wraps := func(x ast.Node) bool {
		is := false
		ast.Inspect(x, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				fn, _ := typeutil.Callee(info, call).(*types.Func)
				is = is || fn != nil && wrappers[fn.FullName()] && slices.ContainsFunc(call.Args, isConn)
			}
			_, isLit := n.(*ast.FuncLit)
			return !is && !isLit
		})
		return is
	}
	hold := func(to, from ast.Expr) {
		if obj := named(info, to); obj != nil && wraps(from) {
			found[obj] = true
		}
	}
	for n := len(found) - 1; n < len(found); {
		n = len(found)
		for _, file := range p.pass.Files {
			ast.Inspect(file, func(x ast.Node) bool {
				switch x := x.(type) {
				case *ast.KeyValueExpr:
					if _, isField := named(info, x.Key).(*types.Var); isField {
						hold(x.Key, x.Value)
					}
				case *ast.AssignStmt:
					for i := range min(len(x.Lhs), len(x.Rhs)) {
						hold(x.Lhs[i], x.Rhs[i])
					}
				case *ast.CallExpr:
					// A reader that is pointed at a connection later.
					if sel, ok := x.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Reset" && len(x.Args) == 1 && isConn(x.Args[0]) {
						if obj := named(info, sel.X); obj != nil {
							found[obj] = true
						}
					}
				}
				return true
			})
		}
	}
	return found
}

// connection returns the interface net.Conn if the package imports what declares it, and
// something that wraps connections; nil if not.
func (p *Package) connection() *types.Interface {
	var conn *types.Interface
	wrapper := false
	for _, imp := range p.pass.Pkg.Imports() {
		switch imp.Path() {
		case "net":
			conn, _ = imp.Scope().Lookup("Conn").Type().Underlying().(*types.Interface)
		case "bufio", "encoding/gob", "encoding/json", "net/textproto":
			wrapper = true
		}
	}
	if !wrapper {
		return nil
	}
	return conn
}

// named returns the variable or field that an expression names, nil if it is something else.
func named(info *types.Info, x ast.Expr) types.Object {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		if obj := info.Defs[x]; obj != nil {
			return obj
		}
		return info.Uses[x]
	case *ast.SelectorExpr:
		return info.Uses[x.Sel]
	case *ast.StarExpr:
		return named(info, x.X)
	case *ast.UnaryExpr:
		return named(info, x.X)
	}
	return nil
}

// exchanges reports whether a call reads from or writes to a connection, by a method of what
// is around it that can fail for that.
func (p *Package) exchanges(call *ast.CallExpr, callee *types.Func) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || len(p.wrapped) == 0 || !p.wrapped[named(p.pass.TypesInfo, sel.X)] {
		return false
	}
	name := callee.Name()
	return name == "Scan" || name == "Flush" || name == "Peek" || name == "Encode" || name == "Decode" || name == "Cmd" ||
		strings.HasPrefix(name, "Read") || strings.HasPrefix(name, "Write") || strings.HasPrefix(name, "PrintfLine")
}
