package edit

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/reach"
)

// Source returns the file at a place and what it holds; ok is false if it must not be
// edited, because it is generated, or cannot be read as it was parsed.
func Source(pass *analysis.Pass, pos token.Pos) (file *ast.File, src []byte, ok bool) {
	file = reach.FileAt(pass, pos)
	// The output of cgo says that it is generated, too.
	if file == nil || ast.IsGenerated(file) || pass.ReadFile == nil {
		return nil, nil, false
	}
	tok := pass.Fset.File(file.FileStart)
	src, err := pass.ReadFile(tok.Name())
	return file, src, err == nil && len(src) == tok.Size()
}
