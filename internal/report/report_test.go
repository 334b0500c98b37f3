package report

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
)

func TestSupportsTests(t *testing.T) {
	for _, c := range []struct {
		path, imports string
		want          bool
	}{
		{"example.com/m/store", `"net/http"`, false},
		{"example.com/m/store", `"testing"`, true},
		{"example.com/m/store", `"github.com/onsi/ginkgo/v2"`, true},
		{"example.com/m/store", `"testing/iotest"`, true},
		{"example.com/m/store", `"example.com/testing"`, false},
		{"example.com/m/test/e2e/util", `"net/http"`, true},
		{"example.com/m/internal/testutil", `"net/http"`, true},
		{"example.com/m/contest", `"net/http"`, false},
		{"example.com/test/store", `"net/http"`, false},
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "a.go", "package a\n\nimport _ "+c.imports+"\n", parser.SkipObjectResolution)
		require.NoError(t, err)
		module := "example.com/m"
		if c.path == "example.com/test/store" {
			module = "example.com/test"
		}
		pass := &analysis.Pass{Fset: fset, Files: []*ast.File{file}, Pkg: types.NewPackage(c.path, "a"), Module: &analysis.Module{Path: module}}
		assert.Equal(t, c.want, supportsTests(pass, file.Package), "%s with %s", c.path, c.imports)
	}
}
