package model

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/clients"
	"github.com/retrylint/retrylint/internal/directive"
	"github.com/retrylint/retrylint/internal/libraries"
	"github.com/retrylint/retrylint/internal/reach"
	"github.com/retrylint/retrylint/internal/settings"
)

// quiet are packages that reach nobody, wait for nothing and repeat nothing that
// may fail elsewhere: most of what go vet runs the tool on is like them.
var quiet = []string{
	"archive/tar", "archive/zip", "bytes", "compress/flate", "compress/gzip", "container/heap", "container/list",
	"encoding/asn1", "encoding/base64", "encoding/binary", "encoding/csv", "encoding/hex", "encoding/json", "encoding/pem",
	"go/printer", "go/scanner", "go/token", "html", "image", "image/png", "index/suffixarray", "math/big", "net/url",
	"path", "regexp", "regexp/syntax", "strconv", "strings", "text/scanner", "text/tabwriter", "text/template/parse",
}

// BenchmarkQuietPackages reads, type-checks and analyses packages as a unit of go
// vet does: with an analyzer that only exports an empty fact, and with the model.
func BenchmarkQuietPackages(b *testing.B) {
	noop := func(pass *analysis.Pass) {
		pass.ExportPackageFact(new(reach.Fact))
	}
	full := func(pass *analysis.Pass) {
		libs, err := libraries.Analyzer.Run(pass)
		require.NoError(b, err)
		pass.ResultOf[libraries.Analyzer] = libs
		made, err := clients.Analyzer.Run(pass)
		require.NoError(b, err)
		pass.ResultOf[clients.Analyzer] = made
		res, err := reach.Analyzer.Run(pass)
		require.NoError(b, err)
		pass.ResultOf[reach.Analyzer] = res
		found, err := Analyzer.Run(pass)
		require.NoError(b, err)
		require.Empty(b, found.(*Result).Loops)
	}
	// What they import is read once.
	unit(b, full)
	b.Run("no-op", func(b *testing.B) {
		for b.Loop() {
			unit(b, noop)
		}
	})
	b.Run("model", func(b *testing.B) {
		for b.Loop() {
			unit(b, full)
		}
	})
}

// unit reads and analyses all quiet packages.
func unit(b *testing.B, analyse func(*analysis.Pass)) {
	b.Helper()
	for _, path := range quiet {
		listed, err := build.Import(path, "", 0)
		require.NoError(b, err)
		fset := token.NewFileSet()
		var files []*ast.File
		for _, name := range listed.GoFiles {
			file, err := parser.ParseFile(fset, filepath.Join(listed.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
			require.NoError(b, err)
			files = append(files, file)
		}
		info := &types.Info{
			Types: make(map[ast.Expr]types.TypeAndValue), Instances: make(map[*ast.Ident]types.Instance),
			Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
			Implicits: make(map[ast.Node]types.Object), Selections: make(map[*ast.SelectorExpr]*types.Selection),
			Scopes: make(map[ast.Node]*types.Scope), FileVersions: make(map[*ast.File]string),
		}
		conf := types.Config{Importer: standard, Sizes: types.SizesFor("gc", build.Default.GOARCH)}
		pkg, err := conf.Check(path, fset, files, info)
		require.NoError(b, err)
		pass := &analysis.Pass{
			Fset: fset, Files: files, Pkg: pkg, TypesInfo: info, TypesSizes: conf.Sizes,
			ResultOf:          make(map[*analysis.Analyzer]any),
			ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
			ExportPackageFact: func(analysis.Fact) {},
			AllPackageFacts:   func() []analysis.PackageFact { return nil },
		}
		pass.ResultOf[directive.Analyzer], err = directive.Analyzer.Run(pass)
		require.NoError(b, err)
		cfg, err := settings.Analyzer.Run(pass)
		require.NoError(b, err)
		// The standard library has facts only if it is asked for.
		cfg.(*settings.Settings).Dependencies = true
		pass.ResultOf[settings.Analyzer] = cfg
		analyse(pass)
	}
}
