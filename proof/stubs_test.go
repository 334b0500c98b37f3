package proof

import (
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

// stubs are the modules that stand for libraries in the cases of rules.
var stubs = filepath.Join("..", "testdata", "stubs")

// What a stub declares, the library declares too, with the same types: functions,
// methods, fields, variables and interfaces. A field or method that is not exported is
// the stub's own affair.
func TestStubs(t *testing.T) {
	const mode = packages.NeedName | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps
	modules, err := os.ReadDir(stubs)
	require.NoError(t, err)
	work := workspace(t, modules)
	ours := make(map[string]*types.Package)
	for _, m := range modules {
		// Stubs may use each other.
		cfg := &packages.Config{Dir: filepath.Join(stubs, m.Name()), Mode: mode, Env: append(os.Environ(), "GOWORK="+work)}
		found, err := packages.Load(cfg, "./...")
		require.NoError(t, err)
		for _, stub := range found {
			require.Empty(t, stub.Errors)
			ours[stub.PkgPath] = stub.Types
		}
	}
	libraries, err := packages.Load(&packages.Config{Mode: mode}, slices.Sorted(maps.Keys(ours))...)
	require.NoError(t, err)
	require.Len(t, libraries, len(ours))
	for _, library := range libraries {
		t.Run(library.PkgPath, func(t *testing.T) {
			require.Empty(t, library.Errors)
			compare(t, ours[library.PkgPath], library.Types)
		})
	}
}

// workspace returns a go.work with all stubs.
func workspace(t *testing.T, modules []os.DirEntry) string {
	t.Helper()
	text := "go 1.26\n\n"
	for _, m := range modules {
		dir, err := filepath.Abs(filepath.Join(stubs, m.Name()))
		require.NoError(t, err)
		text += "use " + dir + "\n"
	}
	name := filepath.Join(t.TempDir(), "go.work")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}

func compare(t *testing.T, stub, library *types.Package) {
	t.Helper()
	for _, name := range stub.Scope().Names() {
		ours, theirs := stub.Scope().Lookup(name), library.Scope().Lookup(name)
		if !ours.Exported() {
			continue
		}
		if !assert.NotNil(t, theirs, "%s.%s", library.Path(), name) {
			continue
		}
		tn, isType := ours.(*types.TypeName)
		if !isType {
			assert.Equal(t, text(theirs.Type()), text(ours.Type()), "%s.%s", library.Path(), name)
			continue
		}
		compareType(t, library.Path()+"."+name, tn.Type(), theirs.Type())
	}
}

func compareType(t *testing.T, name string, ours, theirs types.Type) {
	t.Helper()
	switch u := ours.Underlying().(type) {
	case *types.Struct:
		s, ok := theirs.Underlying().(*types.Struct)
		if !assert.True(t, ok, "%s is no struct", name) {
			return
		}
		fields := slices.Collect(s.Fields())
		for f := range u.Fields() {
			if !f.Exported() {
				continue
			}
			i := slices.IndexFunc(fields, func(g *types.Var) bool { return g.Name() == f.Name() })
			if assert.GreaterOrEqual(t, i, 0, "%s has no field %s", name, f.Name()) {
				assert.Equal(t, text(fields[i].Type()), text(f.Type()), "%s.%s", name, f.Name())
			}
		}
	case *types.Interface:
		assert.True(t, types.IsInterface(theirs), "%s is no interface", name)
	default:
		assert.Equal(t, text(theirs.Underlying()), text(u), name)
	}
	methods := types.NewMethodSet(types.NewPointer(theirs))
	for sel := range types.NewMethodSet(pointerTo(ours)).Methods() {
		if m := sel.Obj(); m.Exported() {
			real := methods.Lookup(m.Pkg(), m.Name())
			if types.IsInterface(theirs) {
				real = types.NewMethodSet(theirs).Lookup(m.Pkg(), m.Name())
			}
			if assert.NotNil(t, real, "%s has no method %s", name, m.Name()) {
				assert.Equal(t, text(real.Obj().Type()), text(m.Type()), "%s.%s", name, m.Name())
			}
		}
	}
}

func pointerTo(t types.Type) types.Type {
	if types.IsInterface(t) {
		return t
	}
	return types.NewPointer(t)
}

// text returns a type without the names of parameters, which do not matter to a caller.
func text(t types.Type) string {
	sig, ok := t.(*types.Signature)
	if !ok {
		return types.TypeString(t, nil)
	}
	plain := func(tuple *types.Tuple) *types.Tuple {
		var vars []*types.Var
		for v := range tuple.Variables() {
			vars = append(vars, types.NewParam(0, nil, "", v.Type()))
		}
		return types.NewTuple(vars...)
	}
	return strings.ReplaceAll(types.TypeString(types.NewSignatureType(nil, nil, nil, plain(sig.Params()), plain(sig.Results()), sig.Variadic()), nil), "interface{}", "any")
}
