package model

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/retrylint/retrylint/internal/answer"
)

// judges finds the functions of a package that judge answers.
type judges struct {
	*pkg
	funcs map[*types.Func]*ast.FuncDecl
	// values are what package variables are given where they are declared, nil until
	// somebody asks.
	values map[types.Object]ast.Expr
}

// is reports whether a function looks at an answer and says yes or no: it returns a
// boolean and takes an error, a response, or a number that it compares with statuses.
func (j *judges) is(fn *types.Func, decl *ast.FuncDecl) bool {
	sig := fn.Signature()
	res := sig.Results()
	if res.Len() == 0 || res.Len() > 2 || !isBool(res.At(0).Type()) && !isBool(res.At(res.Len()-1).Type()) {
		return false
	}
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		switch t.String() {
		case "error", answer.Response, "google.golang.org/grpc/codes.Code":
			return true
		case "int":
			if j.mentionsStatus(decl.Body, maxMentioned) {
				return true
			}
		}
	}
	recv := sig.Recv()
	return recv != nil && sig.Params().Len() == 0 && types.Implements(recv.Type(), types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}

func isBool(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsBoolean != 0
}

// maxMentioned is the number of declarations, one mentioned in the other, in which a status is
// looked for.
const maxMentioned = 3

// mentionsStatus reports whether code names an HTTP status, or a number that may be one; be
// it in a variable or a function of the package.
func (j *judges) mentionsStatus(code ast.Node, depth int) bool {
	for n := range ast.Preorder(code) {
		x, ok := n.(ast.Expr)
		if !ok {
			continue
		}
		if tv := j.pass.TypesInfo.Types[x]; tv.Value != nil && tv.Value.Kind() == constant.Int {
			if n, ok := constant.Int64Val(tv.Value); ok && n >= answer.FirstStatus && n <= answer.LastStatus {
				return true
			}
		}
		id, ok := x.(*ast.Ident)
		if !ok || depth == 0 {
			continue
		}
		if inner := j.declared(j.pass.TypesInfo.Uses[id]); inner != nil && inner != code && j.mentionsStatus(inner, depth-1) {
			return true
		}
	}
	return false
}

// declared returns the body of a function of the package, or what a package variable is
// given where it is declared; nil for anything else.
func (j *judges) declared(obj types.Object) ast.Node {
	switch obj := obj.(type) {
	case *types.Func:
		if decl := j.funcs[obj]; decl != nil {
			return decl.Body
		}
	case *types.Var:
		if obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope() {
			return nil
		}
		if value := j.variables()[obj]; value != nil {
			return value
		}
	}
	return nil
}

// variables returns what the package variables are given where they are declared.
func (j *judges) variables() map[types.Object]ast.Expr {
	if j.values != nil {
		return j.values
	}
	j.values = make(map[types.Object]ast.Expr)
	for _, init := range j.pass.TypesInfo.InitOrder {
		for _, v := range init.Lhs {
			j.values[v] = init.Rhs
		}
	}
	return j.values
}
