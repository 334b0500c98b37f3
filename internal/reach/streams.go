package reach

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// wrappers are the functions, by package, that make around something that reads or writes a
// value whose methods do so.
var wrappers = map[string][]string{
	"bufio":         {"NewReader", "NewReaderSize", "NewScanner", "NewWriter", "NewWriterSize", "NewReadWriter"},
	"encoding/gob":  {"NewDecoder", "NewEncoder"},
	"encoding/json": {"NewDecoder", "NewEncoder"},
	"net/textproto": {"NewConn", "NewReader", "NewWriter"},
}

func isWrapper(fn *types.Func) bool {
	return fn.Pkg() != nil && fn.Signature().Recv() == nil && slices.Contains(wrappers[fn.Pkg().Path()], fn.Name())
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
				fn, ok := typeutil.Callee(info, call).(*types.Func)
				is = is || ok && isWrapper(fn) && slices.ContainsFunc(call.Args, isConn)
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
	for before := -1; before < len(found); {
		before = len(found)
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
		if obj := imp.Scope().Lookup("Conn"); obj != nil && imp.Path() == "net" {
			conn, _ = obj.Type().Underlying().(*types.Interface)
		}
		wrapper = wrapper || wrappers[imp.Path()] != nil
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
		return info.ObjectOf(x)
	case *ast.SelectorExpr:
		return info.ObjectOf(x.Sel)
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
	if len(p.wrapped) == 0 {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !p.wrapped[named(p.pass.TypesInfo, sel.X)] {
		return false
	}
	name := callee.Name()
	return name == "Scan" || name == "Flush" || name == "Peek" || name == "Encode" || name == "Decode" || name == "Cmd" ||
		strings.HasPrefix(name, "Read") || strings.HasPrefix(name, "Write") || strings.HasPrefix(name, "PrintfLine")
}
