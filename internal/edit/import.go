// Package edit composes the text edits of suggested fixes.
package edit

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/reach"
)

// Imported returns the name by which file refers to the package of the given import
// path, "" if it does not import it or if the name means something else at one of
// the places.
func Imported(pass *analysis.Pass, file *ast.File, path string, places ...token.Pos) string {
	for _, spec := range file.Imports {
		pkg := pass.TypesInfo.PkgNameOf(spec)
		if pkg == nil || pkg.Imported().Path() != path {
			continue
		}
		seen := true
		for _, pos := range places {
			_, obj := pass.Pkg.Scope().Innermost(pos).LookupParent(pkg.Name(), pos)
			seen = seen && obj == pkg
		}
		if seen && pkg.Name() != "_" && pkg.Name() != "." {
			return pkg.Name()
		}
	}
	return ""
}

// Import returns the name under which file can import the package of the given
// import path, and the edit that does it. The name is the first of names, of which
// the package's own is the first, that has no other meaning anywhere in the file: so
// all fixes of a file agree on it. It is "" if there is none, or no place for the
// import.
func Import(pass *analysis.Pass, file *ast.File, src []byte, path string, names ...string) (string, analysis.TextEdit) {
	for i, name := range names {
		if taken(pass, file, name) {
			continue
		}
		spec := strconv.Quote(path)
		if i > 0 {
			spec = name + " " + spec
		}
		edit, ok := addSpec(pass.Fset.File(file.FileStart), file, src, path, spec)
		if !ok {
			return "", analysis.TextEdit{}
		}
		return name, edit
	}
	return "", analysis.TextEdit{}
}

// taken reports whether a name means something in a file: a declaration of the
// package or of the file, a parameter, a local variable.
func taken(pass *analysis.Pass, file *ast.File, name string) bool {
	if pass.Pkg.Scope().Lookup(name) != nil || pass.TypesInfo.Scopes[file].Lookup(name) != nil {
		return true
	}
	for n := range ast.Preorder(file) {
		id, ok := n.(*ast.Ident)
		if !ok || id.Name != name || id == file.Name {
			continue
		}
		if obj, declares := pass.TypesInfo.Defs[id]; declares && !member(obj) {
			return true
		}
	}
	return false
}

// member reports whether an object is a field or a method: those are found by
// selectors only.
func member(obj types.Object) bool {
	switch obj := obj.(type) {
	case *types.Var:
		return obj.IsField()
	case *types.Func:
		return obj.Signature().Recv() != nil
	}
	return false
}

// addSpec returns the edit that adds an import of the standard library. It is a
// mere insertion, and the same for all fixes of a file, so that they can be merged; the
// functions of astutil rewrite all import declarations.
func addSpec(tok *token.File, file *ast.File, src []byte, path, spec string) (analysis.TextEdit, bool) {
	insert := func(offset int, text string) (analysis.TextEdit, bool) {
		pos := tok.Pos(offset)
		return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}, true
	}
	var first *ast.GenDecl
	for _, decl := range file.Decls {
		decl, ok := decl.(*ast.GenDecl)
		if !ok || decl.Tok != token.IMPORT {
			break
		}
		if first == nil {
			first = decl
		}
		block := standardBlock(tok, decl)
		if block == nil {
			continue
		}
		for _, other := range block {
			if importPath(other) <= path {
				continue
			}
			start := other.Pos()
			if other.Doc != nil {
				start = other.Doc.Pos()
			}
			if !begins(tok, src, start) {
				return analysis.TextEdit{}, false
			}
			return insert(tok.Offset(start), spec+"\n\t")
		}
		last := block[len(block)-1]
		end := tok.Offset(last.End())
		if last.Comment != nil {
			end = tok.Offset(last.Comment.End())
		}
		if !begins(tok, src, last.Pos()) || !strings.HasPrefix(string(src[end:]), "\n") {
			return analysis.TextEdit{}, false
		}
		return insert(end, "\n\t"+spec)
	}
	if first == nil {
		return analysis.TextEdit{}, false
	}
	start, space := first.Pos(), "\n"
	if first.Doc != nil {
		start = first.Doc.Pos()
	}
	if first.Doc != nil || first.Lparen.IsValid() {
		space = "\n\n"
	}
	if !begins(tok, src, start) {
		return analysis.TextEdit{}, false
	}
	return insert(tok.Offset(start), fmt.Sprintf("import %s%s", spec, space))
}

// standardBlock returns the first specs on adjacent lines, which gofmt sorts, that
// import something of the standard library; nil if there are none, or if the
// declaration has no parentheses.
func standardBlock(tok *token.File, decl *ast.GenDecl) []*ast.ImportSpec {
	if !decl.Lparen.IsValid() {
		return nil
	}
	var block []*ast.ImportSpec
	standard := false
	for _, spec := range decl.Specs {
		spec := spec.(*ast.ImportSpec)
		if n := len(block); n > 0 && tok.Line(spec.Pos()) > tok.Line(block[n-1].End())+1 {
			if standard {
				return block
			}
			block = nil
		}
		block = append(block, spec)
		standard = standard || reach.IsStandard(importPath(spec))
	}
	if !standard {
		return nil
	}
	return block
}

func importPath(spec *ast.ImportSpec) string {
	// The parser has seen to it that it is a string.
	path, _ := strconv.Unquote(spec.Path.Value)
	return path
}

// begins reports whether nothing but white space stands before pos on its line.
func begins(tok *token.File, src []byte, pos token.Pos) bool {
	start := tok.Offset(tok.LineStart(tok.Line(pos)))
	return strings.TrimSpace(string(src[start:tok.Offset(pos)])) == ""
}
