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
	want := newFact(map[string]Summary{
		"(*T).B": {Remote: Remote, Waits: true}, "(T).A": {Remote: Remote}, "A": {Remote: Remote}, "B": {Remote: Remote, Waits: true},
		"C": {Remote: Remote, Waits: true}, "D": {Remote: Probable}, "E": {Remote: Probable}, "F": {Remote: Child}, "G": {Remote: Child},
		"(T).C": {Waits: true},
	})
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
		return newFact(map[string]Summary{"A": {Remote: Remote, Waits: true}, "B": {Remote: Remote}, "C": {Remote: Probable, Waits: true}, "E": {Remote: Child}})
	}
	known := factOfUser(t, good())
	unknown := factOfUser(t, nil)
	require.NotEqual(t, known, unknown)
	for _, spoil := range []func(*Fact){
		func(f *Fact) { f.Names[0], f.Names[1] = f.Names[1], f.Names[0] },
		func(f *Fact) { f.Calls = f.Calls[1:] },
		func(f *Fact) { f.Calls[1] = byte(Remote) + 1<<3 },
	} {
		hostile := good()
		spoil(hostile)
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
