package exec

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// An item that is looked up by an item that is looked up, and so on, has a short name.
func TestIndexOfIndexOfIndex(t *testing.T) {
	m := NewMachine(nil)
	r := newRun(m)
	table := m.intern(Term{Kind: Sym, Name: "&table"})
	i := m.intern(Term{Kind: Sym, Name: "i"})
	longest := 0
	for range 60 {
		at := m.app(opLoad, r.indexAddr(table, i))
		i = m.app("+", at, at)
		longest = max(longest, len(i.String()))
	}
	assert.Less(t, longest, 1000)
}
