package ignoredcancel

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/edit"
	"github.com/retrylint/retrylint/internal/model"
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
			ctx = d.Ender
			for _, sleep := range d.Sleeps {
				if !slices.Contains(sleeps, sleep) { // several calls of a loop wait in one place
					sleeps = append(sleeps, sleep)
				}
			}
		}
	}
	if len(sleeps) == 0 {
		return nil
	}
	file, src, ok := edit.Source(pass, sleeps[0].Pos())
	if !ok {
		return nil
	}
	edits, ok := edit.EndWaits(pass, file, src, sleeps, ctx.Text, ctx.Root)
	if !ok {
		return nil
	}
	return []analysis.SuggestedFix{{Message: "return when " + ctx.Text + " is done while it waits", TextEdits: edits}}
}
