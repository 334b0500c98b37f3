package edit

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"go/version"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

// The packages that draw numbers at random, and the names under which a file may
// import them.
const (
	randV2 = "math/rand/v2"
	randV1 = "math/rand"
)

var randNames = []string{"rand", "mathrand"}

// random draws durations in one file.
type random struct {
	pass *analysis.Pass
	file *ast.File
	src  []byte
	// path is the package that draws, name what the file calls it.
	path, name string
	// imports adds the import where there is none.
	imports []analysis.TextEdit
}

// DrawDurations returns the edits that make the duration which each of some calls in a
// file is given as its first argument the window of a random draw, between zero and what
// it is now, with the import that this takes; ok is false if that cannot be done for all
// of them without changing anything else. src is the text of the file.
func DrawDurations(pass *analysis.Pass, file *ast.File, src []byte, calls []*ast.CallExpr) (edits []analysis.TextEdit, ok bool) {
	r, ok := newRandom(pass, file, src, calls)
	if !ok {
		return nil, false
	}
	edits = r.imports
	for _, call := range calls {
		drawn, ok := r.draw(call)
		if !ok {
			return nil, false
		}
		edits = append(edits, drawn)
	}
	return edits, true
}

// newRandom chooses what draws the numbers at the calls: what the file imports
// already, if its Go version has it seeded at random, else the newest.
func newRandom(pass *analysis.Pass, file *ast.File, src []byte, calls []*ast.CallExpr) (*random, bool) {
	places := make([]token.Pos, len(calls))
	for i, call := range calls {
		places[i] = call.Pos()
	}
	paths := sources(goVersion(pass, file))
	for _, path := range paths {
		if name := Imported(pass, file, path, places...); name != "" {
			return &random{pass: pass, file: file, src: src, path: path, name: name}, true
		}
	}
	if len(paths) == 0 {
		return nil, false
	}
	name, add := Import(pass, file, src, paths[0], randNames...)
	if name == "" {
		return nil, false
	}
	return &random{pass: pass, file: file, src: src, path: paths[0], name: name, imports: []analysis.TextEdit{add}}, true
}

// goVersion returns the version of the language that a file is written in, "" if it
// is not known.
func goVersion(pass *analysis.Pass, file *ast.File) string {
	if v := pass.TypesInfo.FileVersions[file]; v != "" {
		return v
	}
	if pass.Module != nil && pass.Module.GoVersion != "" {
		return "go" + pass.Module.GoVersion
	}
	return ""
}

// sources returns the packages that draw from a source which is seeded at random
// in a version of Go, the best first.
func sources(goVersion string) []string {
	switch {
	case version.Compare(goVersion, "go1.22") >= 0:
		return []string{randV2, randV1}
	case version.Compare(goVersion, "go1.20") >= 0:
		return []string{randV1}
	}
	return nil
}

// draw returns the edit that makes the duration that is given to a call the window
// of a draw.
func (r *random) draw(call *ast.CallExpr) (analysis.TextEdit, bool) {
	arg := call.Args[0]
	tok := r.pass.Fset.File(r.file.FileStart)
	text := string(r.src[tok.Offset(arg.Pos()):tok.Offset(arg.End())])
	if strings.Contains(text, "\n") || r.commented(arg) || !r.plain(arg) {
		return analysis.TextEdit{}, false
	}
	duration := Imported(r.pass, r.file, "time", arg.Pos())
	if !r.isDuration(text, arg.Pos()) {
		// It becomes one where it is given.
		if duration == "" {
			return analysis.TextEdit{}, false
		}
		text = fmt.Sprintf("%s.Duration(%s)", duration, text)
	}

	var drawn string
	switch v := r.pass.TypesInfo.Types[arg].Value; {
	case v != nil && constant.Compare(v, token.LEQ, constant.MakeInt64(1)):
		// There is nothing to draw from.
		return analysis.TextEdit{}, false
	case v != nil && r.path == randV2:
		drawn = fmt.Sprintf("%s.N(%s)", r.name, text)
	case duration == "":
		return analysis.TextEdit{}, false
	default:
		// N panics unless its argument is positive; this does not, and no duration is
		// too large for it.
		drawn = fmt.Sprintf("%s.Duration(%s.Float64() * float64(%s))", duration, r.name, text)
	}
	// How gofmt spaces operators depends on whether there are other arguments.
	const before = "f("
	after := strings.Repeat(", x", len(call.Args)-1) + ")"
	formatted, err := format.Source([]byte(before + drawn + after))
	if err != nil {
		return analysis.TextEdit{}, false
	}
	return analysis.TextEdit{Pos: arg.Pos(), End: arg.End(), NewText: formatted[len(before) : len(formatted)-len(after)]}, true
}

// isDuration reports whether an expression is a time.Duration by itself, and not
// because one is wanted.
func (r *random) isDuration(text string, pos token.Pos) bool {
	expr, err := parser.ParseExpr(text)
	if err != nil {
		return false
	}
	info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue)}
	if err := types.CheckExpr(r.pass.Fset, r.pass.Pkg, pos, expr, info); err != nil {
		return false
	}
	return types.TypeString(types.Unalias(info.TypeOf(expr)), nil) == "time.Duration"
}

// commented reports whether a comment stands in an expression.
func (r *random) commented(expr ast.Expr) bool {
	for _, c := range r.file.Comments {
		if expr.Pos() <= c.Pos() && c.Pos() < expr.End() {
			return true
		}
	}
	return false
}

// plain reports whether an expression computes its value and does nothing else.
func (r *random) plain(expr ast.Expr) bool {
	for n := range ast.Preorder(expr) {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.CompositeLit:
			return false
		case *ast.UnaryExpr:
			if n.Op == token.ARROW || n.Op == token.AND {
				return false
			}
		case *ast.CallExpr:
			if !r.computes(n) {
				return false
			}
		}
	}
	return true
}

// computes reports whether a call is a conversion or calls something that is known
// to compute its value from its arguments alone.
func (r *random) computes(call *ast.CallExpr) bool {
	if r.pass.TypesInfo.Types[call.Fun].IsType() {
		return true
	}
	switch fn := typeutil.Callee(r.pass.TypesInfo, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "min", "max", "len", "cap":
			return true
		}
	case *types.Func:
		name := fn.FullName()
		return strings.HasPrefix(name, "math.") || strings.HasPrefix(name, "(time.Duration).")
	}
	return false
}
