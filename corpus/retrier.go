package main

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/typeutil"
)

// A span is lines of one file.
type span struct {
	file string
	lines
}

// wrappers is how many functions may stand between the function called and the
// one that holds the loop.
const wrappers = 3

// retrier returns the declarations, within the checkout, that a labelled call
// hands its function to. How such a helper waits is its own fault and reported
// where it is written, while the reader may have noted it at the call.
//
// These are the function called and, up to three functions further, those that
// it hands its function parameter on to or that make the function it returns.
// Calls through interfaces and fields are not followed.
func (ws *workspace) retrier(ctx context.Context, file string, line int) ([]span, error) {
	m, err := ws.module(ctx, filepath.Dir(file))
	if err != nil {
		return nil, err
	}
	pkg := m.pkgs[filepath.Dir(file)]
	if pkg == nil {
		return nil, nil
	}
	fn := retrierCall(pkg, file, line)
	if fn == nil {
		return nil, nil
	}
	w := &walk{workspace: ws, seen: make(map[token.Position]bool)}
	err = w.visit(ctx, pkg.Fset, fn, 0)
	return w.spans, err
}

// retrierCall returns the function that is called on a line with a function
// among its arguments, or else the first that is called there.
func retrierCall(pkg *packages.Package, file string, line int) *types.Func {
	var scope ast.Node
	var first, taking *ast.CallExpr
	for _, f := range pkg.Syntax {
		if pkg.Fset.Position(f.Package).Filename != file {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if pkg.Fset.Position(n.End()).Line >= line && pkg.Fset.Position(n.Pos()).Line <= line {
					scope = n
				}
			case *ast.CallExpr:
				if pkg.Fset.Position(n.Pos()).Line != line {
					break
				}
				if first == nil {
					first = n
				}
				if taking == nil && takesFunction(pkg.TypesInfo, n) {
					taking = n
				}
			}
			return true
		})
	}
	if taking == nil {
		taking = first
	}
	if taking == nil || scope == nil {
		return nil
	}
	if fn := typeutil.StaticCallee(pkg.TypesInfo, taking); fn != nil {
		return fn
	}
	return maker(pkg.TypesInfo, scope, taking)
}

func takesFunction(info *types.Info, call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		if isFunction(info.TypeOf(arg)) {
			return true
		}
	}
	return false
}

func isFunction(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// maker returns the function that made the function value which a call goes
// through, if that is a local variable set from a call: run := newRunner(...).
func maker(info *types.Info, scope ast.Node, call *ast.CallExpr) *types.Func {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return nil
	}
	var made *types.Func
	ast.Inspect(scope, func(n ast.Node) bool {
		set, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for i, left := range set.Lhs {
			left, ok := left.(*ast.Ident)
			if !ok || info.ObjectOf(left) != info.ObjectOf(id) {
				continue
			}
			// A call with several results stands alone on the right.
			if right, ok := ast.Unparen(set.Rhs[min(i, len(set.Rhs)-1)]).(*ast.CallExpr); ok {
				made = typeutil.StaticCallee(info, right)
			}
		}
		return true
	})
	return made
}

type walk struct {
	*workspace
	seen  map[token.Position]bool
	spans []span
}

func (w *walk) visit(ctx context.Context, fset *token.FileSet, fn *types.Func, depth int) error {
	pos := fset.Position(fn.Origin().Pos())
	if !strings.HasPrefix(pos.Filename, w.checkout+string(filepath.Separator)) || w.seen[pos] {
		return nil
	}
	w.seen[pos] = true
	m, err := w.module(ctx, filepath.Dir(pos.Filename))
	if err != nil {
		return err
	}
	pkg := m.pkgs[filepath.Dir(pos.Filename)]
	if pkg == nil {
		if err := m.load(ctx, []string{filepath.Dir(pos.Filename)}); err != nil {
			return err
		}
		pkg = m.pkgs[filepath.Dir(pos.Filename)]
	}
	decl := declaration(pkg, pos)
	if decl == nil {
		return nil
	}
	w.spans = append(w.spans, span{pos.Filename, lines{pkg.Fset.Position(decl.Pos()).Line, pkg.Fset.Position(decl.End()).Line}})
	if depth == wrappers || decl.Body == nil {
		return nil
	}
	for _, next := range handedTo(pkg.TypesInfo, decl) {
		if err := w.visit(ctx, pkg.Fset, next, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// declaration finds a function by the line of its name: columns are not kept
// for what comes from the build cache.
func declaration(pkg *packages.Package, pos token.Position) *ast.FuncDecl {
	if pkg == nil {
		return nil
	}
	for _, f := range pkg.Syntax {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				if at := pkg.Fset.Position(d.Name.Pos()); at.Filename == pos.Filename && at.Line == pos.Line {
					return d
				}
			}
		}
	}
	return nil
}

// handedTo returns the functions that a function calls with one of its own
// function parameters (or a closure over one), and those that make a function
// for it to return. Whatever else it calls is not the retrier.
func handedTo(info *types.Info, decl *ast.FuncDecl) []*types.Func {
	params := make(map[types.Object]bool)
	for _, field := range decl.Type.Params.List {
		for _, name := range field.Names {
			if obj := info.Defs[name]; obj != nil && isFunction(obj.Type()) {
				params[obj] = true
			}
		}
	}
	var fns []*types.Func
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if fn := typeutil.StaticCallee(info, call); fn != nil && (isFunction(info.TypeOf(call)) || hands(info, call, params)) {
			fns = append(fns, fn)
		}
		return true
	})
	return fns
}

func hands(info *types.Info, call *ast.CallExpr, params map[types.Object]bool) bool {
	for _, arg := range call.Args {
		if !isFunction(info.TypeOf(arg)) {
			continue
		}
		found := false
		ast.Inspect(arg, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && params[info.Uses[id]] {
				found = true
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}
