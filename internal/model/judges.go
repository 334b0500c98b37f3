package model

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/retrylint/retrylint/internal/answer"
)

// judges reports whether a function looks at an answer and says yes or no: it returns a
// boolean and takes an error, a response, or a number that it compares with statuses.
func (p *pkg) judges(fn *types.Func, decl *ast.FuncDecl) bool {
	sig := fn.Signature()
	res := sig.Results()
	if res.Len() == 0 || res.Len() > 2 || !isBool(res.At(0).Type()) && !isBool(res.At(res.Len()-1).Type()) {
		return false
	}
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		switch t.String() {
		case "error", "*net/http.Response", "google.golang.org/grpc/codes.Code":
			return true
		case "int":
			if p.mentionsStatus(decl.Body) {
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

// mentionsStatus reports whether code names an HTTP status, or a number that may be one.
func (p *pkg) mentionsStatus(body ast.Node) bool {
	for n := range ast.Preorder(body) {
		x, ok := n.(ast.Expr)
		if !ok {
			continue
		}
		tv := p.pass.TypesInfo.Types[x]
		if tv.Value == nil || tv.Value.Kind() != constant.Int {
			continue
		}
		if n, ok := constant.Int64Val(tv.Value); ok && n >= answer.FirstStatus && n <= answer.LastStatus {
			return true
		}
	}
	return false
}
