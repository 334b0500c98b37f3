package nojitter

import (
	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/edit"
	"github.com/retrylint/retrylint/internal/model"
)

// fixes returns the edits that draw each wait of a loop at random between zero and
// what it is now, as one fix; none if that might change anything else.
func fixes(pass *analysis.Pass, loop *model.Loop) []analysis.SuggestedFix {
	if len(loop.Windows) == 0 {
		return nil
	}
	file, src, ok := edit.Source(pass, loop.Windows[0].Pos())
	if !ok {
		return nil
	}
	edits, ok := edit.DrawDurations(pass, file, src, loop.Windows)
	if !ok {
		return nil
	}
	return []analysis.SuggestedFix{{Message: fixMessage, TextEdits: edits}}
}

const fixMessage = "draw the wait at random between 0 and its present value"
