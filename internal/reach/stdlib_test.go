package reach

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// functions returns the names of all exported functions and methods of a package,
// those of interfaces included, as the tables spell them.
func functions(pkg *types.Package) []string {
	var names []string
	add := func(fn *types.Func) {
		if fn.Exported() {
			names = append(names, Relative(pkg.Path(), fn.FullName()))
		}
	}
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		switch obj := scope.Lookup(name).(type) {
		case *types.Func:
			add(obj)
		case *types.TypeName:
			named, ok := obj.Type().(*types.Named)
			if !ok {
				continue
			}
			for m := range named.Methods() {
				add(m)
			}
			if iface, ok := named.Underlying().(*types.Interface); ok {
				for m := range iface.ExplicitMethods() {
					add(m)
				}
			}
		}
	}
	return names
}

// Every entry of the tables names something that exists: a call of a promoted
// method goes by the name of the method that is declared.
func TestTablesNameWhatExists(t *testing.T) {
	for _, table := range []map[string][]string{remoteMethods, waitMethods} {
		for path, patterns := range table {
			require.True(t, IsStandard(path), path)
			pkg, err := standard.Import(path)
			require.NoError(t, err)
			names := functions(pkg)
			require.NotEmpty(t, names, path)
			for _, p := range patterns {
				assert.True(t, slices.ContainsFunc(names, func(n string) bool { return matches([]string{p}, n) }), "%s: nothing is named %s", path, p)
			}
		}
	}
}

func TestStandard(t *testing.T) {
	for _, test := range []struct {
		pkg, name string
		want      Summary
	}{
		{"net/http", "net/http.Get", Summary{Remote: Remote}},
		{"net/http", "(*net/http.Client).Do", Summary{Remote: Remote}},
		{"net/http", "(net/http.RoundTripper).RoundTrip", Summary{Remote: Remote}},
		{"net/http", "net/http.NewRequest", Summary{}},
		{"net/http", "net/http.GetSomething", Summary{}},
		{"net", "net.DialTimeout", Summary{Remote: Remote}},
		{"net", "(*net.Dialer).DialContext", Summary{Remote: Remote}},
		{"net", "(net.Conn).Close", Summary{}},
		{"net", "net.Listen", Summary{}},
		{"database/sql", "(*database/sql.DB).QueryRowContext", Summary{Remote: Remote}},
		{"database/sql", "(*database/sql.DB).SetMaxOpenConns", Summary{}},
		{"database/sql", "database/sql.Open", Summary{}},
		{"os", "os.Open", Summary{}},
		{"time", "time.Sleep", Summary{Waits: true}},
		{"time", "time.Now", Summary{}},
	} {
		assert.Equal(t, test.want, Standard(test.pkg, test.name), test.name)
	}
}

func TestIsStandard(t *testing.T) {
	for path, want := range map[string]bool{
		"net/http": true, "time": true, "encoding/json": true, "internal/poll": true,
		"example.com/net/http": false, "github.com/x/time": false, "network": false, "": false,
	} {
		assert.Equal(t, want, IsStandard(path), path)
	}
}

func TestRelative(t *testing.T) {
	for _, test := range []struct{ pkg, full, want string }{
		{"net/http", "net/http.Get", "Get"},
		{"net/http", "(*net/http.Client).Do", "(*Client).Do"},
		{"example.com/m", "(example.com/m.T).F", "(T).F"},
		{"example.com/m", "example.com/m.F.F$1", "F.F$1"},
		{"example.com/m", "example.com/other.F", "example.com/other.F"},
	} {
		assert.Equal(t, test.want, Relative(test.pkg, test.full))
	}
}

func TestLevelNames(t *testing.T) {
	assert.Equal(t, []string{"local", "child process", "probably remote", "remote"}, []string{Local.String(), Child.String(), Probable.String(), Remote.String()})
	assert.True(t, strings.HasPrefix(newFact(map[string]Summary{"F": {Remote: Remote}}).String(), "remote: F"))
}
