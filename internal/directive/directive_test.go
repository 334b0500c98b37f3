package directive_test

import (
	"fmt"
	"go/ast"
	"go/types"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/retrylint/retrylint/internal/directive"
)

// told reports of each call what the directives of the callee say.
var told = &analysis.Analyzer{
	Name:     "told",
	Doc:      "report what directives say",
	Requires: []*analysis.Analyzer{directive.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		p := pass.ResultOf[directive.Analyzer].(*directive.Package)
		for _, file := range pass.Files {
			for n := range ast.Preorder(file) {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					continue
				}
				switch callee := typeutil.Callee(pass.TypesInfo, call).(type) {
				case *types.Func:
					said := p.Of(callee)
					text := fmt.Sprintf("attempts %d, callers %d, remote %t, ignores ", said.Attempts, said.Callers, said.Remote)
					for i, ig := range said.Ignores {
						if i > 0 {
							text += " "
						}
						text += ig.Rule
					}
					pass.ReportRangef(call, "%s", text)
				case *types.Var:
					if p.RemoteType(callee.Type()) {
						pass.ReportRangef(call, "remote type")
					}
				}
			}
		}
		return nil, nil
	},
}

func TestFacts(t *testing.T) {
	dir, err := filepath.Abs("testdata")
	require.NoError(t, err)
	analysistest.Run(t, dir, directive.Analyzer, "facts/said")
	analysistest.Run(t, dir, told, "facts/user")
}
