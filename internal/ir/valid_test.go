package ir

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// sum is func(n int) (total int), with a call of a function value in its loop.
func sum() *Func {
	return &Func{
		Params: []string{"n", "f"}, Regs: 6,
		Consts: []Const{{Kind: Int}, {Kind: Int, Int: 1}},
		Blocks: []Block{
			{Instrs: []Instr{{Op: Jump}}, Succs: []int32{1}},
			{
				Instrs: []Instr{
					{Op: Phi, Dst: 3, X: []Operand{-1, 6}},
					{Op: Binary, Dst: 4, Name: "<", X: []Operand{3, 1}},
					{Op: If, X: []Operand{4}},
				},
				Preds: []int32{0, 2}, Succs: []int32{2, 3},
			},
			{
				Instrs: []Instr{
					{Op: Call, Dst: 5, X: []Operand{2, 3}, Callee: &Callee{Results: 2, Err: 1}},
					{Op: Extract, Dst: 6, X: []Operand{5}},
					{Op: Jump},
				},
				Preds: []int32{1}, Succs: []int32{1},
			},
			{Instrs: []Instr{{Op: Return, X: []Operand{3}}}, Preds: []int32{1}},
		},
	}
}

func TestValid(t *testing.T) {
	assert.True(t, sum().Valid())
	assert.True(t, (&Func{Blocks: []Block{{Instrs: []Instr{{Op: Return}}}}}).Valid())
	for name, change := range map[string]func(*Func){
		"no blocks":                        func(f *Func) { f.Blocks = nil },
		"fewer registers than parameters":  func(f *Func) { f.Regs = 1 },
		"a negative number of registers":   func(f *Func) { f.Params, f.Regs = nil, -1 },
		"more registers than instructions": func(f *Func) { f.Regs = 1 << 30 },
		"an empty block":                   func(f *Func) { f.Blocks[3].Instrs = nil },
		"no such successor":                func(f *Func) { f.Blocks[0].Succs[0] = 4 },
		"a negative successor":             func(f *Func) { f.Blocks[0].Succs[0] = -1 },
		"no such predecessor":              func(f *Func) { f.Blocks[3].Preds[0] = 9 },
		"a successor that does not know":   func(f *Func) { f.Blocks[3].Preds = nil },
		"a predecessor that does not know": func(f *Func) { f.Blocks[1].Preds[0] = 3 },
		"a jump to two":                    func(f *Func) { f.Blocks[0].Succs = []int32{1, 1} },
		"a branch to one":                  func(f *Func) { f.Blocks[1].Succs = []int32{2} },
		"a block without end":              func(f *Func) { f.Blocks[3].Instrs[0].Op = Load },
		"an end in the middle":             func(f *Func) { f.Blocks[2].Instrs[1] = Instr{Op: Jump} },
		"no operation":                     func(f *Func) { f.Blocks[1].Instrs[1].Op = Bad },
		"an unknown operation":             func(f *Func) { f.Blocks[1].Instrs[1].Op = Opaque + 1 },
		"no such register to set":          func(f *Func) { f.Blocks[1].Instrs[1].Dst = 7 },
		"a constant to set":                func(f *Func) { f.Blocks[1].Instrs[1].Dst = -1 },
		"no such register":                 func(f *Func) { f.Blocks[1].Instrs[1].X[0] = 7 },
		"no such constant":                 func(f *Func) { f.Blocks[1].Instrs[1].X[0] = -3 },
		"the least constant":               func(f *Func) { f.Blocks[1].Instrs[1].X[0] = -1 << 31 },
		"no operand":                       func(f *Func) { f.Blocks[1].Instrs[1].X[0] = NoOperand },
		"too few operands":                 func(f *Func) { f.Blocks[1].Instrs[1].X = []Operand{3} },
		"too many operands":                func(f *Func) { f.Blocks[1].Instrs[2].X = []Operand{4, 4} },
		"a phi that misses a predecessor":  func(f *Func) { f.Blocks[1].Instrs[0].X = []Operand{-1} },
		"a call of nothing":                func(f *Func) { f.Blocks[2].Instrs[0].Callee = nil },
		"a call of no value":               func(f *Func) { f.Blocks[2].Instrs[0].X = nil },
		"an error that is no result":       func(f *Func) { f.Blocks[2].Instrs[0].Callee.Err = 2 },
		"an error before the results":      func(f *Func) { f.Blocks[2].Instrs[0].Callee.Err = -2 },
		"very many results":                func(f *Func) { f.Blocks[2].Instrs[0].Callee.Results = 1 << 30 },
		"a part that a tuple has not":      func(f *Func) { f.Blocks[2].Instrs[1].N = 2 },
		"a negative part":                  func(f *Func) { f.Blocks[2].Instrs[1].N = -1 },
		"a part of what is no tuple":       func(f *Func) { f.Blocks[2].Instrs[1].X[0] = 4 },
		"a part of a part":                 func(f *Func) { f.Blocks[2].Instrs[1].X[0] = 6 },
		"a closure without its captures": func(f *Func) {
			f.Blocks[2].Instrs[0] = Instr{Op: Call, Dst: 5, Name: "closure", Callee: &Callee{Func: "F$1", Results: 2, Err: -1}}
		},
		"a channel that is missing": func(f *Func) {
			f.Blocks[2].Instrs[0] = Instr{Op: Select, Dst: 5, Cases: []Case{{}}}
		},
		"a value to send that is missing": func(f *Func) {
			f.Blocks[2].Instrs[0] = Instr{Op: Select, Dst: 5, Cases: []Case{{Send: true, Chan: 1}}}
		},
	} {
		f := sum()
		change(f)
		assert.False(t, f.Valid(), name)
	}
	for name, change := range map[string]func(*Func){
		"a slice without bounds":      func(f *Func) { f.Blocks[1].Instrs[1] = Instr{Op: Slice, Dst: 4, X: []Operand{3, NoOperand, NoOperand}} },
		"a channel to receive from":   func(f *Func) { f.Blocks[2].Instrs[0] = Instr{Op: Select, Dst: 5, Cases: []Case{{Chan: 1}}} },
		"a part of a received value":  func(f *Func) { f.Blocks[2].Instrs[0] = Instr{Op: Receive, Dst: 5, X: []Operand{1}, CommaOK: true} },
		"a call of a known function":  func(f *Func) { f.Blocks[2].Instrs[0].X, f.Blocks[2].Instrs[0].Callee.Func = nil, "F" },
		"two ways to the same block":  func(f *Func) { f.Blocks[1].Succs[1], f.Blocks[2].Preds, f.Blocks[3].Preds = 2, []int32{1, 1}, nil },
		"a make with a length":        func(f *Func) { f.Blocks[1].Instrs[1] = Instr{Op: Make, Dst: 4, X: []Operand{1}} },
		"a make of a map":             func(f *Func) { f.Blocks[1].Instrs[1] = Instr{Op: Make, Dst: 4} },
		"an instruction with no name": func(f *Func) { f.Blocks[1].Instrs[1].Name = "" },
	} {
		f := sum()
		change(f)
		assert.True(t, f.Valid(), name)
	}
}
