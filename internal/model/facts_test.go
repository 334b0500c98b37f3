package model

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/retrylint/retrylint/internal/ir"
)

// everything is a body in which each field of each type is set.
func everything() []*ir.Func {
	return []*ir.Func{{
		Name: "example.com/m.F", Pkg: "example.com/m", Params: []string{"ctx", "n"}, Captures: []string{"c"}, Regs: 7,
		Consts: []ir.Const{
			{Kind: ir.Int, Int: -3}, {Kind: ir.Float, Float: 1.5}, {Kind: ir.String, Str: "s"},
			{Kind: ir.FuncRef, Str: "example.com/m.G", Pkg: "example.com/m"}, {},
		},
		Blocks: []ir.Block{{
			Instrs: []ir.Instr{
				{Op: ir.Alloc, Dst: 1, N: 4, Zero: ir.Struct, Line: 3},
				{Op: ir.Call, Dst: 2, X: []ir.Operand{1, -1}, Callee: &ir.Callee{
					Func: "time.Sleep", Pkg: "time", Method: "m", Context: true, Err: -1, Results: 2, Bool: true,
				}},
				{Op: ir.Slice, Dst: 6, X: []ir.Operand{2, ir.NoOperand, -1}},
				{Op: ir.Select, Dst: 3, Blocking: true, Cases: []ir.Case{{Send: true, Chan: 1, Val: -2}, {Chan: 2}}},
				{Op: ir.Convert, Dst: 4, X: []ir.Operand{3}, Name: "interface", Type: "*example.com/m.T"},
				{Op: ir.Assert, Dst: 5, X: []ir.Operand{4}, Name: "error", CommaOK: true},
				{Op: ir.Jump},
			},
			Succs: []int32{1},
		}, {
			Instrs: []ir.Instr{{Op: ir.Return, X: []ir.Operand{5}}},
			Preds:  []int32{0},
		}},
	}, {Name: "example.com/m.G", Pkg: "example.com/m", Blocks: []ir.Block{{Instrs: []ir.Instr{{Op: ir.Return}}}}}}
}

func TestCodecRoundTrip(t *testing.T) {
	data, err := encode(everything())
	require.NoError(t, err)
	decoded, err := decode(data)
	require.NoError(t, err)
	assert.Equal(t, everything(), decoded)
}

func TestCodecIsStable(t *testing.T) {
	first, err := encode(everything())
	require.NoError(t, err)
	for range 9 {
		data, err := encode(everything())
		require.NoError(t, err)
		require.True(t, bytes.Equal(first, data))
	}
	decoded, err := decode(first)
	require.NoError(t, err)
	again, err := encode(decoded)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(first, again))
}

func TestDecodeGarbage(t *testing.T) {
	data, err := encode(everything())
	require.NoError(t, err)
	for n := range data {
		_, err := decode(data[:n])
		require.Error(t, err, "the first %d bytes", n)
	}
	for _, garbage := range [][]byte{nil, {0}, {0xff}, []byte("garbage"), bytes.Repeat([]byte{0xff}, 100), bytes.Repeat([]byte{1}, 100)} {
		_, err := decode(garbage)
		require.Error(t, err, "%v", garbage)
	}
	var other bytes.Buffer
	require.NoError(t, gob.NewEncoder(&other).Encode([]string{"a", "list", "of", "names"}))
	_, err = decode(other.Bytes())
	require.Error(t, err)

	// What a flipped bit makes may still be readable; it must not panic.
	r := rand.New(rand.NewSource(1))
	for range 2000 {
		broken := bytes.Clone(data)
		broken[r.Intn(len(broken))] ^= 1 << r.Intn(8)
		require.NotPanics(t, func() { _, _ = decode(broken) })
	}
}

const helpers = `package dep

import "time"

type Backoff struct {
	Base time.Duration
	n    int
}

func New(base time.Duration) *Backoff { return &Backoff{Base: base} }

func (b *Backoff) Next() time.Duration {
	b.n++
	return b.Base << b.n
}

func Sleep(d time.Duration) {
	func() { time.Sleep(d) }()
}

func Do(f func() error) error {
	var err error
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

func add(a, b int) int { return a + b }
`

func TestExport(t *testing.T) {
	var first *Bodies
	for range 10 {
		w := newWorld()
		w.analyse(t, "example.com/dep", helpers)
		fact := w.bodiesOf("example.com/dep")
		require.NotNil(t, fact)
		if first == nil {
			first = fact
		}
		require.True(t, bytes.Equal(first.Data, fact.Data))
	}
	assert.Equal(t, []string{"(*Backoff).Next", "Do", "New", "Sleep", "Sleep.Sleep$1"}, first.Names)
	assert.Equal(t, "bodies: (*Backoff).Next, Do, New, Sleep, Sleep.Sleep$1", first.String())

	bodies, err := decode(first.Data)
	require.NoError(t, err)
	var names []string
	for _, body := range bodies {
		names = append(names, body.Name)
		assert.False(t, body.Pos.IsValid())
		for _, b := range body.Blocks {
			for _, in := range b.Instrs {
				assert.False(t, in.Pos.IsValid())
			}
		}
	}
	assert.Equal(t, []string{
		"(*example.com/dep.Backoff).Next", "example.com/dep.Do", "example.com/dep.New", "example.com/dep.Sleep", "example.com/dep.Sleep.Sleep$1",
	}, names)
}

func TestNothingToExport(t *testing.T) {
	w := newWorld()
	w.analyse(t, "example.com/dep", "package dep\n\nfunc Add(a, b int) int { return a + b }\n")
	assert.Nil(t, w.bodiesOf("example.com/dep"))
}

// maxFact is what the fact of a package may weigh, names included.
const maxFact = 256 << 10

func TestFactsStaySmall(t *testing.T) {
	// Functions of three sizes; the largest are above the limit for one function.
	const small, middle, large = 50, 3000, 20
	var src strings.Builder
	src.WriteString("package dep\n\nimport \"time\"\n")
	write := func(name string, sleeps int) {
		fmt.Fprintf(&src, "func %s(d time.Duration) {\n%s}\n", name, strings.Repeat("\ttime.Sleep(d)\n\td += d\n", sleeps))
	}
	for i := range small {
		write(fmt.Sprintf("Small%02d", i), 1)
	}
	for i := range middle {
		write(fmt.Sprintf("Middle%04d", i), 10)
	}
	for i := range large {
		write(fmt.Sprintf("Large%02d", i), maxBody)
	}

	w := newWorld()
	// An encoding for each function that is left out would take longer than a test may.
	w.analyse(t, "example.com/dep", src.String())
	fact := w.bodiesOf("example.com/dep")
	require.NotNil(t, fact)

	assert.LessOrEqual(t, len(fact.Data), maxBodies)
	var whole bytes.Buffer
	require.NoError(t, gob.NewEncoder(&whole).Encode(fact))
	assert.LessOrEqual(t, whole.Len(), maxFact)

	kept := make(map[byte]int)
	for _, name := range fact.Names {
		kept[name[0]]++
	}
	assert.Equal(t, small, kept['S'])
	assert.Zero(t, kept['L'])
	assert.Greater(t, kept['M'], 0)
	assert.Less(t, kept['M'], middle)
	// The space is used: another function of that size would not have fit.
	assert.Greater(t, len(fact.Data), maxBodies-2<<10)
	assert.IsIncreasing(t, fact.Names)
}

// user retries with each of the helpers.
const user = `package m

import (
	"net/http"
	"time"

	"example.com/dep"
)

func Do() error {
	return dep.Do(get)
}

func get() error {
	_, err := http.Get("http://example.com")
	return err
}

func Sleep() {
	for range 3 {
		if get() == nil {
			return
		}
		dep.Sleep(time.Second)
	}
}

func Next() {
	backoff := dep.New(time.Second)
	for range 3 {
		if get() == nil {
			return
		}
		time.Sleep(backoff.Next())
	}
}
`

// sites runs the model over the user of helpers whose fact holds other data, and
// describes what was found.
func sites(t testing.TB, data []byte) string {
	t.Helper()
	w := newWorld()
	w.analyse(t, "example.com/dep", helpers)
	w.bodiesOf("example.com/dep").Data = data
	var out strings.Builder
	for _, l := range w.analyse(t, "example.net/m", user).Loops {
		for _, s := range l.Sites {
			fmt.Fprintf(&out, "%s: %s %s", l.Declaration, s.Construct, s.Attempts.Phrase())
			for _, p := range s.Paths {
				fmt.Fprintf(&out, ", %s %s", p.Wait.Kind, p.Wait.Text)
			}
			out.WriteString("\n")
		}
	}
	return out.String()
}

// exported returns what the helpers export.
func exported(t testing.TB) []byte {
	t.Helper()
	w := newWorld()
	w.analyse(t, "example.com/dep", helpers)
	return w.bodiesOf("example.com/dep").Data
}

const (
	withFact    = "Do: retry 3 attempts, none \nSleep: retry 3 attempts, constant 1s\nNext: retry 3 attempts, growing 2s, 4s\n"
	withoutFact = "Sleep: retry 3 attempts, unknown \nNext: retry 3 attempts, unknown \n"
)

// A fact that another version wrote is no fact, nor is one that holds a body which
// no function has.
func TestUnreadableFact(t *testing.T) {
	data := exported(t)
	assert.Equal(t, withFact, sites(t, data))
	assert.Equal(t, withoutFact, sites(t, []byte("garbage")))
	assert.Equal(t, withoutFact, sites(t, data[:len(data)/2]))
	for name, change := range map[string]func(*ir.Func){
		"register": func(f *ir.Func) { f.Blocks[0].Instrs[0].Dst = 1000 },
		"constant": func(f *ir.Func) { f.Consts = nil },
		"block":    func(f *ir.Func) { f.Blocks[0].Succs = []int32{7} },
		"nothing":  func(f *ir.Func) { f.Blocks = nil },
	} {
		bodies, err := decode(data)
		require.NoError(t, err)
		for _, body := range bodies {
			change(body)
		}
		broken, err := encode(bodies)
		require.NoError(t, err)
		assert.Equal(t, withoutFact, sites(t, broken), name)
	}
}

// Bodies that fit together with nothing else are run all the same.
func TestFactOfOtherFunctions(t *testing.T) {
	for name, change := range map[string]func(*ir.Func){
		"too few arguments": func(f *ir.Func) {
			call := ir.Instr{Op: ir.Call, Callee: &ir.Callee{Func: "time.Sleep", Pkg: "time", Err: -1}}
			f.Blocks[0].Instrs = append([]ir.Instr{call}, f.Blocks[0].Instrs...)
		},
		"too few results": func(f *ir.Func) {
			call := ir.Instr{Op: ir.Call, Dst: 1, X: []ir.Operand{1}, Callee: &ir.Callee{Func: "errors.AsType", Pkg: "errors", Err: -1, Results: 3}}
			third := ir.Instr{Op: ir.Extract, Dst: 1, X: []ir.Operand{1}, N: 2}
			f.Blocks[0].Instrs = append([]ir.Instr{call, third}, f.Blocks[0].Instrs...)
		},
	} {
		bodies, err := decode(exported(t))
		require.NoError(t, err)
		for _, body := range bodies {
			if body.Name == "example.com/dep.Sleep" {
				change(body)
				require.True(t, body.Valid())
			}
		}
		data, err := encode(bodies)
		require.NoError(t, err)
		require.NotPanics(t, func() { assert.Contains(t, sites(t, data), "Sleep: retry 3 attempts", name) })
	}
}

// Whatever a fact says, nothing panics; and it counts only if its bodies are valid.
func TestHostileFact(t *testing.T) {
	data := exported(t)
	r := rand.New(rand.NewSource(1))
	valid := 0
	for range 1000 {
		var bodies []*ir.Func
		require.NoError(t, gob.NewDecoder(bytes.NewReader(data)).Decode(&bodies))
		for range 1 + r.Intn(3) {
			spoil(r, reflect.ValueOf(bodies))
		}
		hostile, err := encode(bodies)
		require.NoError(t, err)
		require.NotPanics(t, func() {
			found := sites(t, hostile)
			if _, err := decode(hostile); err == nil {
				valid++
			} else {
				require.Equal(t, withoutFact, found)
			}
		})
	}
	assert.Greater(t, valid, 100, "changes that go unnoticed")
}

// spoil changes one number, name or length somewhere below v.
func spoil(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			spoil(r, v.Elem())
		}
	case reflect.Struct:
		spoil(r, v.Field(r.Intn(v.NumField())))
	case reflect.Slice:
		switch n := v.Len(); {
		case n == 0:
		case v.CanSet() && r.Intn(8) == 0:
			v.SetLen(r.Intn(n))
		default:
			spoil(r, v.Index(r.Intn(n)))
		}
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt([]int64{-1 << 31, -9, -2, -1, 0, 1, 2, 3, 9, 1<<31 - 1}[r.Intn(10)])
	case reflect.Uint8:
		v.SetUint(uint64(r.Intn(int(ir.Opaque) + 2)))
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.String:
		v.SetString([]string{"", "closure", "time.Sleep", "(*example.com/dep.Backoff).Next", "builtin len", "errors.As", "+", "int"}[r.Intn(8)])
	}
}

// FuzzFact runs the model over a package whose import exports any bytes for a fact.
func FuzzFact(f *testing.F) {
	f.Add(exported(f))
	f.Fuzz(func(t *testing.T, data []byte) { sites(t, data) })
}

// A package that wraps a retrier carries what its importers need to run it: go vet may not
// hand on the facts of a package that only the wrapper imports. So it is with a wrapper of
// the wrapper.
func TestCarriedBodies(t *testing.T) {
	const library = `package lib

import "time"

func Do(n int, op func() error) (err error) {
	for range n {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
`
	const wrapper = `package wrap

import "example.com/lib"

func Do(op func() error) error {
	return lib.Do(4, func() error { return op() })
}
`
	const outer = `package outer

import "example.com/wrap"

func Do(op func() error) error { return wrap.Do(op) }
`
	const caller = `package m

import (
	"net/http"

	"example.com/outer"
)

func Get() error {
	return outer.Do(func() error {
		_, err := http.Get("http://example.com")
		return err
	})
}
`
	w := newWorld()
	w.analyse(t, "example.com/lib", library)
	w.analyse(t, "example.com/wrap", wrapper)
	assert.Equal(t, "bodies: Do, Do.Do$1; of example.com/lib", w.bodiesOf("example.com/wrap").String())
	w.analyse(t, "example.com/outer", outer)
	w.facts = slices.DeleteFunc(w.facts, func(f analysis.PackageFact) bool { return f.Package.Path() != "example.com/outer" })
	loops := w.analyse(t, "example.net/m", caller).Loops
	require.Len(t, loops, 1)
	require.Len(t, loops[0].Sites, 1)
	site := loops[0].Sites[0]
	assert.Equal(t, Retry, site.Construct)
	assert.Equal(t, "4 attempts", site.Attempts.Phrase())
	require.Len(t, site.Paths, 1)
	assert.Equal(t, "1s", site.Paths[0].Wait.Text)
}

// A stand-in for a retrier of the catalogue finds the predicate that an option gives, also
// where the function that makes the option can be followed.
func TestOptionOfStandIn(t *testing.T) {
	const library = `package retry

type Config struct{ retryIf func(error) bool }

type Option func(*Config)

func RetryIf(f func(error) bool) Option { return func(c *Config) { c.retryIf = f } }

var run func(op func() error, opts []Option) error

func Do(op func() error, opts ...Option) error { return run(op, opts) }

// Until makes the package export what it is set up with.
func Until(op func() error, opts ...Option) (err error) {
	c := new(Config)
	for _, opt := range opts {
		opt(c)
	}
	for {
		if err = op(); err == nil || !c.retryIf(err) {
			return err
		}
	}
}
`
	const caller = `package m

import (
	"errors"
	"io"
	"net/http"

	"github.com/avast/retry-go/v4"
)

func cut(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) }

func Get() error {
	return retry.Do(func() error {
		_, err := http.Get("http://example.com")
		return err
	}, retry.RetryIf(cut))
}
`
	w := newWorld()
	w.analyse(t, "github.com/avast/retry-go/v4", library)
	require.Contains(t, w.bodiesOf("github.com/avast/retry-go/v4").Names, "RetryIf")
	loops := w.analyse(t, "example.net/m", caller).Loops
	require.Len(t, loops, 1)
	require.True(t, loops[0].StandIn)
	require.Len(t, loops[0].Sites, 1)
	require.Len(t, loops[0].Sites[0].Paths, 1)
	conds := loops[0].Sites[0].Paths[0].Conditions
	require.NotEmpty(t, conds)
	assert.Equal(t, "errors.Is(err, io.ErrUnexpectedEOF)", conds[0].Term.String())
	assert.True(t, conds[0].Holds)
}
