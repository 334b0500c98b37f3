package reach

import (
	"bytes"
	"encoding/gob"
	"math/rand"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// many is a package with functions of each kind, so that an order that is left to
// chance shows.
const many = `package m

import (
	"context"
	"net/http"
	"os/exec"
	"time"
)

type I interface{ Do(context.Context) error }

func A() { http.Get("u") }
func B() { C() }
func C() { A(); time.Sleep(1) }
func D(i I) error { return i.Do(nil) }
func E(i I) error { return D(i) }
func F() error { return exec.Command("git").Run() }
func G() error { return F() }

type T struct{}

func (T) A()  { A() }
func (*T) B() { B() }
func (T) C()  { time.Sleep(1) }
`

// encoded analyses the package afresh and returns its fact as drivers write it.
func encoded(t *testing.T) []byte {
	t.Helper()
	w := newWorld()
	p := w.load(t, "example.com/m", many, true)
	var buf bytes.Buffer
	require.NoError(t, gob.NewEncoder(&buf).Encode(w.facts[p.pass.Pkg]))
	return buf.Bytes()
}

func TestCodecRoundTrip(t *testing.T) {
	want := &Fact{
		Remote: []string{"(*T).B", "(T).A", "A", "B", "C"}, Probable: []string{"D", "E"}, Child: []string{"F", "G"},
		Waits: []string{"(*T).B", "(T).C", "B", "C"},
	}
	got := new(Fact)
	require.NoError(t, gob.NewDecoder(bytes.NewReader(encoded(t))).Decode(got))
	assert.Equal(t, want, got)
	assert.Equal(t, "remote: (*T).B, (T).A, A, B, C; probably remote: D, E; child process: F, G; waits: (*T).B, (T).C, B, C", got.String())
}

// printEnv makes the test executable print the encoded fact and do nothing else.
const printEnv = "RETRYLINT_TEST_PRINT_FACT"

// Two analyses of a package encode the same bytes, in one process and in several:
// otherwise everything that depends on the package is analysed again.
func TestCodecIsStable(t *testing.T) {
	first := encoded(t)
	if os.Getenv(printEnv) != "" {
		_, err := os.Stdout.Write(append(first, []byte(printEnv)...))
		require.NoError(t, err)
		return
	}
	for range 9 {
		require.Equal(t, first, encoded(t))
	}
	self, err := os.Executable()
	require.NoError(t, err)
	for range 2 {
		cmd := exec.CommandContext(t.Context(), self, "-test.run=^TestCodecIsStable$")
		cmd.Env = append(os.Environ(), printEnv+"=1")
		stdout, err := cmd.Output()
		require.NoError(t, err)
		other, _, _ := bytes.Cut(stdout, []byte(printEnv))
		require.Equal(t, first, other)
	}
}

// A fact that cannot be searched is no fact: nothing is known of the package.
func TestHostileFact(t *testing.T) {
	good := func() *Fact {
		return &Fact{Remote: []string{"A", "B"}, Probable: []string{"C", "D"}, Child: []string{"E", "F"}, Waits: []string{"A", "C"}}
	}
	known := factOfUser(t, good())
	unknown := factOfUser(t, nil)
	require.NotEqual(t, known, unknown)
	for _, reverse := range []func(*Fact) []string{
		func(f *Fact) []string { return f.Remote }, func(f *Fact) []string { return f.Probable },
		func(f *Fact) []string { return f.Child }, func(f *Fact) []string { return f.Waits },
	} {
		hostile := good()
		list := reverse(hostile)
		list[0], list[1] = list[1], list[0]
		assert.Equal(t, unknown, factOfUser(t, hostile))
	}

	// What is cut off or changed on the way is an error or another fact, never a panic.
	data := encoded(t)
	r := rand.New(rand.NewSource(1))
	for n := range data {
		require.Error(t, gob.NewDecoder(bytes.NewReader(data[:n])).Decode(new(Fact)))
	}
	for range 300 {
		broken := bytes.Clone(data)
		broken[r.Intn(len(broken))] ^= 1 << r.Intn(8)
		fact := new(Fact)
		require.NotPanics(t, func() {
			if gob.NewDecoder(bytes.NewReader(broken)).Decode(fact) == nil {
				factOfUser(t, fact)
			}
		})
	}
}

// factOfUser returns the fact of a package whose import exports a fact, nil for none.
func factOfUser(t *testing.T, fact *Fact) string {
	t.Helper()
	w := newWorld()
	w.load(t, "example.com/dep", "package dep\n\nfunc A() error { return nil }\n\nfunc C() error { return nil }\n\nfunc E() error { return nil }\n", false)
	if fact != nil {
		w.facts[w.pkgs["example.com/dep"]] = fact
	}
	p := w.load(t, "example.com/m", "package m\n\nimport \"example.com/dep\"\n\nfunc A() error { return dep.A() }\n\nfunc C() error { return dep.C() }\n\nfunc E() error { return dep.E() }\n", true)
	return w.facts[p.pass.Pkg].String() + "; named: " + p.Named("example.com/dep", "example.com/dep.E").Remote.String()
}
