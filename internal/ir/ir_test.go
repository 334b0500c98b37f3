package ir

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// graph makes a function of blocks that only jump: one list of successors a block.
func graph(succs ...[]int32) *Func {
	f := &Func{Name: "f", Blocks: make([]Block, len(succs))}
	for b, to := range succs {
		in := Instr{Op: Return}
		switch len(to) {
		case 1:
			in.Op = Jump
		case 2:
			in.Op = If
		}
		f.Blocks[b].Instrs = []Instr{in}
		f.Blocks[b].Succs = to
		for _, s := range to {
			f.Blocks[s].Preds = append(f.Blocks[s].Preds, int32(b))
		}
	}
	return f
}

func to(blocks ...int32) []int32 { return blocks }

// found is a loop in a form that can be compared.
type found struct {
	header int
	blocks []int
}

func TestLoops(t *testing.T) {
	for _, test := range []struct {
		name  string
		f     *Func
		idom  []int
		loops []found
	}{
		{
			name: "no blocks",
			f:    graph(),
			idom: []int{},
		},
		{
			name: "no loop",
			f:    graph(to(1, 2), to(3), to(3), to()),
			idom: []int{0, 0, 0, 0},
		},
		{
			name:  "simple loop",
			f:     graph(to(1), to(2, 3), to(1), to()),
			idom:  []int{0, 0, 1, 1},
			loops: []found{{1, []int{1, 2}}},
		},
		{
			name:  "loop at the entry",
			f:     graph(to(1, 2), to(0), to()),
			idom:  []int{0, 0, 0},
			loops: []found{{0, []int{0, 1}}},
		},
		{
			name:  "self loop",
			f:     graph(to(1), to(1, 2), to()),
			idom:  []int{0, 0, 1},
			loops: []found{{1, []int{1}}},
		},
		{
			name:  "the entry jumps to itself",
			f:     graph(to(0)),
			idom:  []int{0},
			loops: []found{{0, []int{0}}},
		},
		{
			name:  "nested, the inner one first",
			f:     graph(to(1), to(2, 5), to(3, 4), to(2), to(1), to()),
			idom:  []int{0, 0, 1, 2, 2, 1},
			loops: []found{{2, []int{2, 3}}, {1, []int{1, 2, 3, 4}}},
		},
		{
			name:  "two jumps back to one header are one loop",
			f:     graph(to(1), to(2, 5), to(3, 4), to(1), to(1), to()),
			idom:  []int{0, 0, 1, 2, 2, 1},
			loops: []found{{1, []int{1, 2, 3, 4}}},
		},
		{
			name:  "two loops of equal size, by header",
			f:     graph(to(1), to(2, 3), to(1), to(4, 5), to(3), to()),
			idom:  []int{0, 0, 1, 1, 3, 3},
			loops: []found{{1, []int{1, 2}}, {3, []int{3, 4}}},
		},
		{
			name: "a block that leaves the loop is none of it",
			f:    graph(to(1), to(2), to(3, 4), to(1), to()),
			idom: []int{0, 0, 1, 2, 2}, loops: []found{{1, []int{1, 2, 3}}},
		},
		{
			name: "a cycle with two entries is no natural loop",
			f:    graph(to(1, 2), to(2, 3), to(1), to()),
			idom: []int{0, 0, 0, 1},
		},
		{
			name:  "a natural loop around a cycle with two entries",
			f:     graph(to(1), to(2, 3), to(3, 4), to(2), to(1, 5), to()),
			idom:  []int{0, 0, 1, 1, 2, 4},
			loops: []found{{1, []int{1, 2, 3, 4}}},
		},
		{
			name: "a block that nothing leads to has no dominator",
			f:    graph(to(2), to(2), to()),
			idom: []int{0, -1, 0},
		},
		{
			name: "a loop that nothing leads to is none",
			f:    graph(to(3), to(2), to(1), to(), to(4)),
			idom: []int{0, -1, -1, 0, -1},
		},
		{
			name:  "what nothing leads to is not in the loop that it jumps into",
			f:     graph(to(1), to(2, 3), to(1), to(), to(2)),
			idom:  []int{0, 0, 1, 1, -1},
			loops: []found{{1, []int{1, 2}}},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.idom, test.f.dominators())
			var loops []found
			for _, l := range test.f.Loops() {
				loops = append(loops, found{l.Header, slices.Sorted(maps.Keys(l.Blocks))})
			}
			assert.Equal(t, test.loops, loops)
		})
	}
}

func TestConstAndSize(t *testing.T) {
	f := graph(to(1), to())
	f.Consts = []Const{{Kind: Int, Int: 7}, {Kind: String, Str: "x"}}
	assert.Equal(t, Const{Kind: Int, Int: 7}, f.Const(-1))
	assert.Equal(t, Const{Kind: String, Str: "x"}, f.Const(-2))
	assert.Equal(t, 2, f.Size())
	assert.Equal(t, 0, graph().Size())
}
