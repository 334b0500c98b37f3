package model

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/chain"
)

// A fact that would be too large has the functions that are nearest, and says which.
func TestSummariesWithinLimit(t *testing.T) {
	c := new(carrying)
	for i := range 2_000 {
		// Hashes of a kind: they are the worst to compress.
		name := fmt.Sprintf("example.com/m/p%d.F%x", i/100, uint64(i)*0x9e3779b97f4a7c15)
		c.funcs = append(c.funcs, &chain.Summary{
			Name: name, Pkg: fmt.Sprintf("example.com/m/p%d", i/100),
			Calls: []chain.Call{{Callee: chain.Value{Kind: chain.Func, Name: name + "x", Pkg: "example.com/m"}, Op: name}},
		})
	}
	_, whole := c.fact(len(c.funcs))
	const most = 20_000
	require.Greater(t, whole, most)
	fact := c.within(most)
	require.NotNil(t, fact)
	var buf bytes.Buffer
	require.NoError(t, gob.NewEncoder(&buf).Encode(fact))
	assert.LessOrEqual(t, buf.Len(), most+most/10, "with what gob adds")
	p, err := chain.Decode(fact.Data)
	require.NoError(t, err)
	assert.Greater(t, len(p.Funcs), 100)
	kept := make(map[string]bool)
	for _, f := range p.Funcs {
		kept[f.Name] = true
	}
	for i, f := range c.funcs {
		assert.Equal(t, i < len(p.Funcs), kept[f.Name], f.Name)
	}
	assert.Equal(t, []string{"example.com/m/p0"}, fact.Packages[:1])
	assert.True(t, fact.has("example.com/m/p0", "F0"))
	assert.False(t, fact.has("example.com/m/p0", "G"))
	assert.Equal(t, whole, sizeOf(c.within(whole), c))

	c.stored = []chain.Stored{{Name: "example.com/m.T.f", Value: chain.Value{Kind: chain.Int, N: 1}}}
	assert.Nil(t, c.within(10))
}

func sizeOf(fact *Summaries, c *carrying) int {
	n := 0
	for _, names := range fact.Names {
		n += len(names)
	}
	_, size := c.fact(n)
	return size
}
