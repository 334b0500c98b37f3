package nojitter

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/edit"
	"github.com/retrylint/retrylint/internal/model"
	"github.com/retrylint/retrylint/internal/reach"
)

// fixes returns the edits that draw each wait of a loop at random between zero and
// what it is now, as one fix; none if that might change anything else.
func fixes(pass *analysis.Pass, loop *model.Loop) []analysis.SuggestedFix {
	if len(loop.Windows) == 0 {
		return nil
	}
	file := reach.FileAt(pass, loop.Windows[0].Pos())
	// The output of cgo says that it is generated, too.
	if file == nil || ast.IsGenerated(file) {
		return nil
	}
	tok := pass.Fset.File(file.FileStart)
	src, err := pass.ReadFile(tok.Name())
	if err != nil || len(src) != tok.Size() {
		return nil
	}
	edits, ok := edit.DrawDurations(pass, file, src, loop.Windows)
	if !ok {
		return nil
	}
	return []analysis.SuggestedFix{{Message: fixMessage, TextEdits: edits}}
}

const fixMessage = "draw the wait at random between 0 and its present value"
