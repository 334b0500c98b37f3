package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/lower"
)

// slowest is the time that the budgets of the executor leave for a package, with
// room for a machine that has other work.
const slowest = 20 * time.Second

// FuzzModel runs the model on whatever type-checks: it must not panic, must end
// within its budgets, and must say the same each time.
func FuzzModel(f *testing.F) {
	known := make(map[string]bool)
	// Without -fuzz a part of the seeds is enough.
	part := 3
	if fuzzing := flag.Lookup("test.fuzz"); fuzzing != nil && fuzzing.Value.String() != "" {
		part = 1
	}
	for i, src := range seeds(f) {
		if i%part == 0 {
			f.Add(src)
		}
		for _, path := range imports(src) {
			known[path] = true
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, path := range imports(src) {
			if !known[path] {
				t.Skip("the importer would look for it")
			}
		}
		start := time.Now()
		first := describe(t, src)
		require.Less(t, time.Since(start), slowest)
		require.Equal(t, first, describe(t, src))
	})
}

// describe analyses a package and returns what was found and exported.
func describe(t *testing.T, src []byte) string {
	w := newWorld()
	p, err := w.check("example.com/m", string(src))
	if errors.Is(err, errIllTyped) {
		t.Skip(err)
	}
	require.NoError(t, err)
	res, err := run(p.pass)
	require.NoError(t, err)

	// The model translates only what it needs.
	p.bodies = newBodies(p)
	p.build()
	for _, fn := range p.funcs {
		if len(fn.Blocks) > 0 {
			body := lower.Func(fn)
			require.True(t, body.Valid(), body.Name)
			body.Loops()
		}
	}

	var out strings.Builder
	result := res.(*Result)
	for _, l := range result.Loops {
		fmt.Fprintf(&out, "%d-%d %s\n", l.From, l.To, l.Declaration)
		for _, s := range l.Sites {
			data, err := json.Marshal(result.Record(s, "rule"))
			if err != nil {
				data = []byte(err.Error())
			}
			fmt.Fprintf(&out, "  %s\n", data)
		}
	}
	if fact := w.bodiesOf("example.com/m"); fact != nil {
		fmt.Fprintf(&out, "%s\n%x\n", fact, fact.Data)
	}
	return out.String()
}

func imports(src []byte) []string {
	file, err := parser.ParseFile(token.NewFileSet(), "a.go", src, parser.ImportsOnly)
	if err != nil {
		return nil
	}
	var paths []string
	for _, imp := range file.Imports {
		if path, err := strconv.Unquote(imp.Path.Value); err == nil {
			paths = append(paths, path)
		}
	}
	return paths
}

// seeds returns the cases of the rules that are single files, and a mutation of each.
func seeds(f *testing.F) [][]byte {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "src", "nojitter", "*", "*.go"))
	require.NoError(f, err)
	require.NotEmpty(f, files)
	var all [][]byte
	for i, name := range files {
		src, err := os.ReadFile(name)
		require.NoError(f, err)
		if strings.Contains(string(src), `"nojitter/`) {
			continue
		}
		all = append(all, src)
		if mutant := mutate(src, i); mutant != nil {
			all = append(all, mutant)
		}
	}
	return all
}

// mutate drops a statement, duplicates a loop or swaps two labels; which, n says.
// It returns nil if there is nothing to change.
func mutate(src []byte, n int) []byte {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", src, 0)
	if err != nil {
		return nil
	}
	// Comments would stand in odd places.
	file.Comments = nil
	changed := false
	switch n % 3 {
	case 0:
		changed = dropStatement(file, n/3)
	case 1:
		changed = duplicateLoop(file)
	case 2:
		changed = swapLabels(file) || dropStatement(file, n/3)
	}
	var out bytes.Buffer
	if !changed || format.Node(&out, fset, file) != nil {
		return nil
	}
	return out.Bytes()
}

func dropStatement(file *ast.File, n int) bool {
	var blocks []*ast.BlockStmt
	for x := range ast.Preorder(file) {
		if b, ok := x.(*ast.BlockStmt); ok && len(b.List) > 1 {
			blocks = append(blocks, b)
		}
	}
	if len(blocks) == 0 {
		return false
	}
	b := blocks[n%len(blocks)]
	k := n % len(b.List)
	b.List = append(b.List[:k], b.List[k+1:]...)
	return true
}

func duplicateLoop(file *ast.File) bool {
	for x := range ast.Preorder(file) {
		b, ok := x.(*ast.BlockStmt)
		if !ok {
			continue
		}
		for i, stmt := range b.List {
			switch stmt.(type) {
			case *ast.ForStmt, *ast.RangeStmt:
				b.List = append(b.List[:i+1], b.List[i:]...)
				return true
			}
		}
	}
	return false
}

func swapLabels(file *ast.File) bool {
	var labels []*ast.Ident
	for x := range ast.Preorder(file) {
		switch x := x.(type) {
		case *ast.LabeledStmt:
			labels = append(labels, x.Label)
		case *ast.BranchStmt:
			if x.Label != nil {
				labels = append(labels, x.Label)
			}
		}
	}
	for _, l := range labels {
		if l.Name != labels[0].Name {
			l.Name, labels[0].Name = labels[0].Name, l.Name
			return true
		}
	}
	return false
}
