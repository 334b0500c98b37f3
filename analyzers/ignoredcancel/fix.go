package ignoredcancel

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/edit"
	"github.com/retrylint/retrylint/internal/model"
	"github.com/retrylint/retrylint/internal/reach"
)

// fixes returns the edits that make each wait of a loop end with the context, as one
// fix; none if one of them cannot, or if the function cannot say why it returned.
func fixes(pass *analysis.Pass, loop *model.Loop) []analysis.SuggestedFix {
	var sleeps []*ast.CallExpr
	var ctx *model.Ender
	for _, site := range loop.Sites {
		d := site.Deaf
		switch {
		case d == nil:
		case len(d.Sleeps) == 0 || d.Ender == nil || !d.Ender.IsContext:
			return nil
		default:
			sleeps, ctx = append(sleeps, d.Sleeps...), d.Ender
		}
	}
	if len(sleeps) == 0 {
		return nil
	}
	file := reach.FileAt(pass, sleeps[0].Pos())
	// The output of cgo says that it is generated, too.
	if file == nil || ast.IsGenerated(file) {
		return nil
	}
	tok := pass.Fset.File(file.FileStart)
	src, err := pass.ReadFile(tok.Name())
	if err != nil || len(src) != tok.Size() {
		return nil
	}
	edits, ok := edit.EndWaits(pass, file, src, sleeps, ctx.Text, ctx.Root)
	if !ok {
		return nil
	}
	return []analysis.SuggestedFix{{Message: "return when " + ctx.Text + " is done while it waits", TextEdits: edits}}
}
