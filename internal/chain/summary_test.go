package chain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/chain"
)

// sample has a value of each kind.
func sample() *chain.Package {
	param := chain.Value{Kind: chain.Param, N: 1}
	field := chain.Value{Kind: chain.Field, Name: "p.T.f", Pkg: "p", Fields: []string{"f"}, Of: []chain.Value{param}}
	object := chain.Value{Kind: chain.Object, Name: "*p.T", Pkg: "p", Fields: []string{"n"}, Of: []chain.Value{{Kind: chain.Int, N: 4}}}
	fn := chain.Value{Kind: chain.Func, Name: "p.G", Pkg: "p", N: chain.Bound1, Of: []chain.Value{object}}
	return &chain.Package{
		Funcs: []chain.Summary{{
			Name: "p.F", Pkg: "p", Params: 2,
			Calls: []chain.Call{
				{Callee: fn, Args: []chain.Value{{Kind: chain.Any, Of: []chain.Value{field, param}}}, Sites: []int32{0}, Level: 3, Op: "G"},
				{Callee: chain.Value{Kind: chain.Result, Of: []chain.Value{fn, param}}},
				{Callee: chain.Value{Kind: chain.Typed, Name: "p.T", Of: []chain.Value{{Kind: chain.Global, Name: "p.v"}}}, Method: "(p.I).M", Pkg: "p"},
			},
			Sites:   []chain.Site{{Bound: chain.Bound{Hole: field, Slope: 1, Offset: 1, Text: "t.f + 1"}, File: "f.go", Line: 3, Stops: []string{"p.Err"}}},
			Results: []chain.Value{object},
			Gives:   []string{"p.Err"},
		}},
		Stored:      []chain.Stored{{Name: "p.T.f", Value: fn}},
		Conversions: []chain.Conversion{{Interface: "p.I", Type: object}},
	}
}

func TestCodec(t *testing.T) {
	first := sample().Encode()
	for range 10 {
		assert.Equal(t, first, sample().Encode(), "the same bytes each time")
	}
	read, err := chain.Decode(first)
	require.NoError(t, err)
	assert.Equal(t, sample(), read)
}

// A fact that another version wrote, or nobody, is refused and not followed.
func TestDecodeRefuses(t *testing.T) {
	_, err := chain.Decode([]byte("garbage"))
	assert.Error(t, err)
	for name, spoil := range map[string]func(*chain.Summary){
		"a site that is not there":    func(s *chain.Summary) { s.Calls[0].Sites[0] = 1 },
		"a site below zero":           func(s *chain.Summary) { s.Calls[0].Sites[0] = -1 },
		"a field of nothing":          func(s *chain.Summary) { s.Calls[0].Args[0].Of[0].Of = nil },
		"a field without a name":      func(s *chain.Summary) { s.Calls[0].Args[0].Of[0].Fields = nil },
		"an object without values":    func(s *chain.Summary) { s.Results[0].Of = nil },
		"a parameter below zero":      func(s *chain.Summary) { s.Sites[0].Bound.Hole.Of[0].N = -1 },
		"the result of nothing":       func(s *chain.Summary) { s.Calls[1].Callee.Of = nil },
		"a type that nothing is of":   func(s *chain.Summary) { s.Calls[2].Callee.Of = nil },
		"fields and values that vary": func(s *chain.Summary) { s.Results[0].Fields = []string{"n", "m"} },
	} {
		t.Run(name, func(t *testing.T) {
			p := sample()
			spoil(&p.Funcs[0])
			_, err := chain.Decode(p.Encode())
			assert.Error(t, err)
		})
	}
}

func TestShort(t *testing.T) {
	assert.Equal(t, "(*b.T).M", chain.Short("(*example.com/a/b.T).M"))
	assert.Equal(t, "b.F", chain.Short("example.com/a/b.F"))
	assert.Equal(t, "b.F", (&chain.Link{Site: new(chain.Site), Func: "example.com/a/b.F.F$1"}).Name())
}
