package model

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
				{Op: ir.Call, Dst: 2, X: []ir.Operand{1, -1, ir.NoOperand}, Callee: &ir.Callee{
					Func: "time.Sleep", Pkg: "time", Method: "m", Context: true, Err: -1, Results: 2, Bool: true,
				}},
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
	}, {Name: "example.com/m.G", Pkg: "example.com/m"}}
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
	start := time.Now()
	w.analyse(t, "example.com/dep", src.String())
	// An encoding for each function that is left out would take minutes.
	assert.Less(t, time.Since(start), 20*time.Second)
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

// A fact that another version wrote is no fact.
func TestUnreadableFact(t *testing.T) {
	w := newWorld()
	w.analyse(t, "example.com/dep", helpers)
	w.bodiesOf("example.com/dep").Data = []byte("garbage")
	res := w.analyse(t, "example.com/m", `package m

import (
	"net/http"

	"example.com/dep"
)

func Get() error {
	return dep.Do(func() error {
		_, err := http.Get("http://example.com")
		return err
	})
}
`)
	assert.Empty(t, res.Loops)
}
