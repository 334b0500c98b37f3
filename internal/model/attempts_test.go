package model

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/retrylint/retrylint/internal/exec"
)

// sym is a number that is not known.
func sym(name string) *exec.Term { return &exec.Term{Kind: exec.Sym, Name: name} }

func num(n int64) *exec.Term { return &exec.Term{Kind: exec.Int, Int: n} }

func TestAttemptsPhrase(t *testing.T) {
	for _, test := range []struct {
		attempts Attempts
		want     string
	}{
		{Attempts{Kind: Unbounded}, "without limit"},
		{Attempts{Kind: UnknownCount}, ""},
		{Attempts{Kind: UnknownCount, Text: "n + 1"}, "n + 1 attempts"},
		{Attempts{Kind: TimeBounded, N: 4, Text: "30s"}, "for up to 30s"},
		{Attempts{Kind: TimeBounded, N: 4}, "4 attempts"},
		{Attempts{Kind: TimeBounded}, "for a limited time"},
		{Attempts{Kind: Exact, N: 1}, "1 attempt"},
		{Attempts{Kind: Exact, N: 2}, "2 attempts"},
		{Attempts{Kind: Exact, N: 1000}, "1000 attempts"},
		{Attempts{Kind: Exact, N: 1 << 30}, "without limit"},
		{Attempts{}, "0 attempts"},
	} {
		assert.Equal(t, test.want, test.attempts.Phrase(), "%+v", test.attempts)
	}
}

func TestFormula(t *testing.T) {
	for _, test := range []struct {
		slope, offset int64
		want          string
	}{
		{1, 0, "n"},
		{1, 1, "n + 1"},
		{1, -1, "n - 1"},
		{2, 0, "2 × n"},
		{2, 3, "2 × n + 3"},
		{3, -2, "3 × n - 2"},
		{-1, 10, "-1 × n + 10"},
	} {
		assert.Equal(t, test.want, formula(sym("n"), test.slope, test.offset))
	}
}

func TestCountHoles(t *testing.T) {
	n, m, again := sym("n"), sym("m"), sym("n")
	exact := func(n int64) (Attempts, bool) { return Attempts{Kind: Exact, N: n}, true }
	for _, test := range []struct {
		name  string
		holes []*exec.Term
		run   func(map[*exec.Term]int64) (Attempts, bool)
		want  Attempts
	}{
		{
			"linear", []*exec.Term{n},
			func(v map[*exec.Term]int64) (Attempts, bool) { return exact(v[n]) },
			Attempts{Kind: UnknownCount, Text: "n", Hole: n, Slope: 1},
		},
		{
			"linear with an offset", []*exec.Term{n},
			func(v map[*exec.Term]int64) (Attempts, bool) { return exact(2*v[n] + 1) },
			Attempts{Kind: UnknownCount, Text: "2 × n + 1", Hole: n, Slope: 2, Offset: 1},
		},
		{
			"linear within a time", []*exec.Term{n},
			func(v map[*exec.Term]int64) (Attempts, bool) { return Attempts{Kind: TimeBounded, N: v[n] - 1}, true },
			Attempts{Kind: UnknownCount, Text: "n - 1", Hole: n, Slope: 1, Offset: -1},
		},
		{
			"constant", []*exec.Term{n},
			func(map[*exec.Term]int64) (Attempts, bool) { return exact(4) },
			Attempts{Kind: Exact, N: 4},
		},
		{
			"constant within a time", []*exec.Term{n},
			func(map[*exec.Term]int64) (Attempts, bool) {
				return Attempts{Kind: TimeBounded, N: 4, Text: "30s"}, true
			},
			Attempts{Kind: TimeBounded, N: 4, Text: "30s"},
		},
		{
			"square", []*exec.Term{n},
			func(v map[*exec.Term]int64) (Attempts, bool) { return exact(v[n] * v[n]) },
			Attempts{Kind: UnknownCount, Why: notLinear},
		},
		{
			"at most ten", []*exec.Term{n},
			func(v map[*exec.Term]int64) (Attempts, bool) { return exact(min(v[n], 10)) },
			Attempts{Kind: UnknownCount, Why: notLinear},
		},
		{
			"one of two", []*exec.Term{m, n},
			func(v map[*exec.Term]int64) (Attempts, bool) { return exact(v[n] + 1) },
			Attempts{Kind: UnknownCount, Text: "n + 1", Hole: n, Slope: 1, Offset: 1},
		},
		{
			"the smaller of two", []*exec.Term{m, n},
			func(v map[*exec.Term]int64) (Attempts, bool) { return exact(min(v[m], v[n])) },
			Attempts{Kind: UnknownCount, Why: twoHoles},
		},
		{
			"the sum of two", []*exec.Term{m, n},
			func(v map[*exec.Term]int64) (Attempts, bool) { return exact(v[m] + v[n]) },
			Attempts{Kind: UnknownCount, Why: twoHoles},
		},
		{
			"the larger of two", []*exec.Term{m, n},
			func(v map[*exec.Term]int64) (Attempts, bool) { return exact(max(v[m], v[n])) },
			Attempts{Kind: UnknownCount, Why: twoHoles},
		},
		{
			"the larger of one that was read twice", []*exec.Term{n, again},
			func(v map[*exec.Term]int64) (Attempts, bool) { return exact(max(v[n], v[again]) + 1) },
			Attempts{Kind: UnknownCount, Text: "n + 1", Hole: n, Slope: 1, Offset: 1},
		},
		{
			"without a bound", []*exec.Term{n},
			func(map[*exec.Term]int64) (Attempts, bool) { return Attempts{Kind: Unbounded}, true },
			Attempts{Kind: Unbounded},
		},
		{
			"bounded by something else that is not known", []*exec.Term{n},
			func(map[*exec.Term]int64) (Attempts, bool) { return Attempts{Kind: UnknownCount}, true },
			Attempts{Kind: UnknownCount},
		},
		{
			"without a bound for small numbers", []*exec.Term{n},
			func(v map[*exec.Term]int64) (Attempts, bool) {
				if v[n] < 4 {
					return Attempts{Kind: Unbounded}, true
				}
				return exact(v[n])
			},
			Attempts{Kind: UnknownCount, Why: notLinear},
		},
		{
			"too large to run", []*exec.Term{n},
			func(map[*exec.Term]int64) (Attempts, bool) { return Attempts{Kind: Exact, N: 1}, false },
			Attempts{Kind: UnknownCount, Why: tooLarge},
		},
		{
			"too large to run for some numbers", []*exec.Term{n},
			func(v map[*exec.Term]int64) (Attempts, bool) { return Attempts{Kind: Exact, N: v[n]}, v[n] != 3 },
			Attempts{Kind: UnknownCount, Why: tooLarge},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			given := make(map[*exec.Term]bool)
			got := countHoles(test.holes, func(v map[*exec.Term]int64) (Attempts, bool) {
				require.Len(t, v, len(test.holes), "each number has a value")
				for h := range v {
					given[h] = true
				}
				return test.run(v)
			})
			assert.Equal(t, test.want, got)
			assert.Len(t, given, len(test.holes))
		})
	}
}

func TestHolesOf(t *testing.T) {
	n, m := sym("n"), sym("m")
	assert.Nil(t, holesOf(nil))
	assert.Nil(t, holesOf([]exec.Way{{End: exec.Left, Holes: []*exec.Term{n}}}), "no way ends at a hole")
	assert.Equal(t, []*exec.Term{n, m}, holesOf([]exec.Way{
		{End: exec.Left, Holes: []*exec.Term{n}},
		{End: exec.Hole, Holes: []*exec.Term{n, m}},
	}))
}

func TestCountWays(t *testing.T) {
	for _, test := range []struct {
		name string
		ways []exec.Way
		want Attempts
	}{
		{"none", nil, Attempts{Kind: UnknownCount}},
		{"the most counts", []exec.Way{{Attempts: 2}, {Attempts: 5}, {Attempts: 3}}, Attempts{Kind: Exact, N: 5}},
		{"by time", []exec.Way{{Attempts: 2}, {Attempts: 5, Clock: true, Limit: 30e9}}, Attempts{Kind: TimeBounded, N: 5, Text: "30s"}},
		{"by an unknown time", []exec.Way{{Attempts: 5, Clock: true}}, Attempts{Kind: TimeBounded, N: 5}},
		{"by number before time", []exec.Way{{Attempts: 2, Clock: true, Limit: 30e9}, {Attempts: 5}}, Attempts{Kind: Exact, N: 5}},
		{"for ever", []exec.Way{{Attempts: 5}, {Attempts: 2, End: exec.Repeats}}, Attempts{Kind: Unbounded}},
		{"longer than was looked at", []exec.Way{{Attempts: 1001, End: exec.Endless}}, Attempts{Kind: Unbounded}},
		{"at a hole", []exec.Way{{Attempts: 5, End: exec.Hole}}, Attempts{Kind: Unbounded}},
		{"under a budget", []exec.Way{{Attempts: 2, End: exec.Repeats, Guarded: true}}, Attempts{Kind: UnknownCount, Why: mayBudget}},
		{"by a branch that was computed", []exec.Way{{Attempts: 3, Exit: exec.Exit{Pos: 1}}, {Attempts: 3, Exit: exec.Exit{Known: true, Pos: 2}}, {Attempts: 3, Exit: exec.Exit{Pos: 3}}}, Attempts{Kind: Exact, N: 3, Exit: exec.Exit{Known: true, Pos: 2}}},
		{"too costly", []exec.Way{{Attempts: 9, End: exec.Tired}, {Attempts: 2}}, Attempts{Kind: UnknownCount, Why: tooLarge}},
	} {
		assert.Equal(t, test.want, countWays(test.ways), test.name)
	}
}
