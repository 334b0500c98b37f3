package ir

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// counting is a loop that counts register 2 up to the parameter in register 1, and
// then returns it:
//
//	0: jump 1
//	1: r2 = phi(0, r4); r3 = r2 < r1; if r3: 2, else 3
//	2: r4 = r2 + 1; jump 1
//	3: return r2
func counting() *Func {
	f := graph(to(1), to(2, 3), to(1), nil)
	f.Params, f.Regs = []string{"n"}, 4
	f.Consts = []Const{{Kind: Int}, {Kind: Int, Int: 1}}
	f.Blocks[1].Instrs = []Instr{
		{Op: Phi, Dst: 2, X: []Operand{-1, 4}},
		{Op: Binary, Name: "<", Dst: 3, X: []Operand{2, 1}},
		{Op: If, X: []Operand{3}},
	}
	f.Blocks[2].Instrs = append([]Instr{{Op: Binary, Name: "+", Dst: 4, X: []Operand{2, -2}}}, f.Blocks[2].Instrs...)
	f.Blocks[3].Instrs[0].X = []Operand{2}
	return f
}

func TestLive(t *testing.T) {
	live := counting().Live()
	assert.Equal(t, []Operand{1}, live.Before(0, 0), "the bound is read in the loop")
	assert.Equal(t, []Operand{1}, live.Before(1, 0), "what a phi reads counts for the block before")
	assert.Equal(t, []Operand{1, 2}, live.Before(1, 1), "the counter is set by then")
	assert.Equal(t, []Operand{1, 2, 3}, live.Before(1, 2))
	assert.Equal(t, []Operand{1, 2}, live.Before(2, 0))
	assert.Equal(t, []Operand{1, 4}, live.Before(2, 1), "of the old counter nothing is read again")
	assert.Equal(t, []Operand{2}, live.Before(3, 0))
}

func TestLiveInSelect(t *testing.T) {
	f := graph(nil)
	f.Params, f.Regs = []string{"in", "out", "v"}, 4
	f.Blocks[0].Instrs = append([]Instr{{Op: Select, Dst: 4, Cases: []Case{{Chan: 1}, {Send: true, Chan: 2, Val: 3}}}}, f.Blocks[0].Instrs...)
	assert.Equal(t, []Operand{1, 2, 3}, f.Live().Before(0, 0))
	assert.Nil(t, f.Live().Before(0, 1))
}
