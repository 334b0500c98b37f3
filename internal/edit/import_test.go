package edit_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/edit"
)

const path = "math/rand/v2"

func TestImport(t *testing.T) {
	for name, test := range map[string]struct{ src, name, want string }{
		"in the middle": {
			"package p\n\nimport (\n\t\"fmt\"\n\t\"time\"\n)\n",
			"rand", "package p\n\nimport (\n\t\"fmt\"\n\t\"math/rand/v2\"\n\t\"time\"\n)\n",
		},
		"at the end, after a comment": {
			"package p\n\nimport (\n\t\"fmt\" // prints\n)\n",
			"rand", "package p\n\nimport (\n\t\"fmt\" // prints\n\t\"math/rand/v2\"\n)\n",
		},
		"before a comment": {
			"package p\n\nimport (\n\t// The clock.\n\t\"time\"\n)\n",
			"rand", "package p\n\nimport (\n\t\"math/rand/v2\"\n\t// The clock.\n\t\"time\"\n)\n",
		},
		"in the block of the standard library": {
			"package p\n\nimport (\n\t\"example.com/a\"\n\n\t\"fmt\"\n\t\"time\"\n)\n",
			"rand", "package p\n\nimport (\n\t\"example.com/a\"\n\n\t\"fmt\"\n\t\"math/rand/v2\"\n\t\"time\"\n)\n",
		},
		"no block": {
			"package p\n\nimport \"time\"\n",
			"rand", "package p\n\nimport \"math/rand/v2\"\nimport \"time\"\n",
		},
		"no block, a comment": {
			"package p\n\n// The clock.\nimport \"time\"\n",
			"rand", "package p\n\nimport \"math/rand/v2\"\n\n// The clock.\nimport \"time\"\n",
		},
		"nothing of the standard library": {
			"package p\n\nimport (\n\t\"example.com/a\"\n)\n",
			"rand", "package p\n\nimport \"math/rand/v2\"\n\nimport (\n\t\"example.com/a\"\n)\n",
		},
		"taken by the package": {
			"package p\n\nimport (\n\t\"time\"\n)\n\nfunc rand() {}\n",
			"mathrand", "package p\n\nimport (\n\tmathrand \"math/rand/v2\"\n\t\"time\"\n)\n\nfunc rand() {}\n",
		},
		"taken by an import": {
			"package p\n\nimport (\n\t\"crypto/rand\"\n)\n",
			"mathrand", "package p\n\nimport (\n\t\"crypto/rand\"\n\tmathrand \"math/rand/v2\"\n)\n",
		},
		"taken in a function": {
			"package p\n\nimport (\n\t\"time\"\n)\n\nfunc f(rand int) {}\n",
			"mathrand", "package p\n\nimport (\n\tmathrand \"math/rand/v2\"\n\t\"time\"\n)\n\nfunc f(rand int) {}\n",
		},
		"a field has the name": {
			"package p\n\nimport (\n\t\"time\"\n)\n\ntype t struct{ rand int }\n",
			"rand", "package p\n\nimport (\n\t\"math/rand/v2\"\n\t\"time\"\n)\n\ntype t struct{ rand int }\n",
		},
		"both taken":              {"package p\n\nimport \"time\"\n\nvar rand, mathrand int\n", "", ""},
		"two imports on one line": {"package p\n\nimport (\"fmt\"; \"time\")\n", "", ""},
		"no imports":              {"package p\n", "", ""},
	} {
		pass, file := check(t, test.src)
		got, e := edit.Import(pass, file, []byte(test.src), path, "rand", "mathrand")
		assert.Equal(t, test.name, got, name)
		if got == "" {
			continue
		}
		tok := pass.Fset.File(file.FileStart)
		assert.Equal(t, test.want, test.src[:tok.Offset(e.Pos)]+string(e.NewText)+test.src[tok.Offset(e.End):], name)
	}
}

func TestImported(t *testing.T) {
	const body = "\nfunc f() { _ = 1 }\n\nfunc g(rand, r int) { _ = 2 }\n"
	for name, test := range map[string]struct{ imports, outside, inside string }{
		"not imported":      {`import "time"`, "", ""},
		"under its name":    {`import "math/rand/v2"`, "rand", ""},
		"under another":     {`import r "math/rand/v2"`, "r", ""},
		"under one not met": {`import mathrand "math/rand/v2"`, "mathrand", "mathrand"},
		"for its effects":   {`import _ "math/rand/v2"`, "", ""},
		"into the file":     {`import . "math/rand/v2"`, "", ""},
		"another package":   {`import "math/rand"`, "", ""},
	} {
		pass, file := check(t, "package p\n\n"+test.imports+"\n"+body)
		var places []token.Pos
		for n := range ast.Preorder(file) {
			if assign, ok := n.(*ast.AssignStmt); ok {
				places = append(places, assign.Pos())
			}
		}
		require.Len(t, places, 2)
		assert.Equal(t, test.outside, edit.Imported(pass, file, path, places[0]), name)
		assert.Equal(t, test.inside, edit.Imported(pass, file, path, places...), name)
	}
}

// check returns the pass of a package of one file; that it does not use what it
// imports is no matter here.
func check(t *testing.T, src string) (*analysis.Pass, *ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	require.NoError(t, err)
	info := &types.Info{
		Defs: make(map[*ast.Ident]types.Object), Implicits: make(map[ast.Node]types.Object), Scopes: make(map[ast.Node]*types.Scope),
	}
	conf := types.Config{Importer: importer.Default(), Error: func(error) {}}
	pkg, _ := conf.Check("p", fset, []*ast.File{file}, info)
	return &analysis.Pass{Fset: fset, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info}, file
}
