package exec

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// samples are terms of all kinds that conditions are made of.
func samples(ts *terms) []*Term {
	n := ts.sym("n")
	return []*Term{
		ts.int(0), ts.int(1), ts.int(-7), ts.int(math.MaxInt64), ts.int(math.MinInt64),
		ts.float(0), ts.float(1.5), ts.float(-2),
		ts.bool(true), ts.bool(false), ts.nil(),
		ts.intern(Term{Kind: Str}), ts.intern(Term{Kind: Str, Name: "s"}),
		n, ts.sym("m"), ts.fresh("m"), ts.intern(Term{Kind: Sym, Name: "p", NonNil: true}),
		ts.intern(Term{Kind: Sym, Name: errorSym, NonNil: true, Outcome: true}),
		ts.intern(Term{Kind: Int, Int: 5, Clock: true}),
		ts.app("+", n, ts.int(1)), ts.app("f", n, n), ts.app("!", n),
		ts.intern(Term{Kind: App, Name: "call", Args: []*Term{n}, Call: true}),
		ts.intern(Term{Kind: Obj, Name: "o"}), ts.addr(ts.sym("p"), ".f"), ts.intern(Term{Kind: Func, Name: "f"}),
	}
}

func TestIntern(t *testing.T) {
	ts := newTerms()
	first, second := samples(ts), samples(ts)
	for i, x := range first {
		if x.Kind == Sym && x.Name == "m" && x.Int != 0 {
			assert.NotSame(t, x, second[i], "what is fresh equals nothing")
			continue
		}
		assert.Same(t, x, second[i], "%s", x)
		for k, y := range first {
			assert.Equal(t, i == k, x == y, "%s and %s", x, y)
		}
	}
	args := []*Term{ts.int(1), ts.int(2), ts.int(3), ts.int(4), ts.int(5)}
	long := ts.app("f", args...)
	assert.Same(t, long, ts.app("f", args...))
	assert.NotSame(t, long, ts.app("f", args[:4]...))
	assert.NotSame(t, ts.app("f", args[0], args[1]), ts.app("f", args[1], args[0]))
	assert.NotSame(t, long, ts.app("f", args[0], args[1], args[2], args[4], args[3]))
}

// A term that grows without end becomes a leaf.
func TestInternLimitsSize(t *testing.T) {
	ts := newTerms()
	x := ts.sym("x")
	leaves := 0
	for range 1000 {
		x = ts.app("+", x, ts.sym("y"))
		require.LessOrEqual(t, x.size, maxSize)
		if x.Kind == Sym {
			leaves++
			require.Equal(t, "…", x.Name)
		}
	}
	assert.Equal(t, 20, leaves)
}

func TestCompareLaws(t *testing.T) {
	ts := newTerms()
	negated := map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
	mirrored := map[string]string{"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
	terms := samples(ts)
	for _, x := range terms {
		for _, y := range terms {
			if x.Clock && y.Clock {
				// Which of two is the limit is not known.
				continue
			}
			for op := range negated {
				c := ts.compare(op, x, y)
				require.Same(t, c, ts.compare(op, x, y), "%s %s %s is the same each time", x, op, y)
				require.Same(t, ts.not(c), ts.compare(negated[op], x, y), "not %s %s %s", x, op, y)
				require.Same(t, c, ts.compare(mirrored[op], y, x), "%s %s %s from the other side", x, op, y)
				require.Same(t, c, ts.not(ts.not(c)), "not not %s %s %s", x, op, y)
				require.Same(t, c, ts.binary(op, x, y))
			}
		}
		if !x.Call && !x.Clock {
			require.Same(t, ts.bool(true), ts.compare("==", x, x), "%s", x)
			require.Same(t, ts.bool(false), ts.compare("!=", x, x), "%s", x)
		}
	}
}

func TestCompareValues(t *testing.T) {
	ts := newTerms()
	n, none := ts.sym("n"), ts.nil()
	there := ts.intern(Term{Kind: Sym, Name: "p", NonNil: true})
	call := ts.intern(Term{Kind: App, Name: "f", Args: []*Term{n}, Call: true})
	for _, test := range []struct {
		op   string
		x, y *Term
		want string
	}{
		{"<", ts.int(1), ts.int(2), "true"},
		{"<", ts.int(math.MaxInt64 - 1), ts.int(math.MaxInt64), "true"},
		{"==", ts.int(math.MaxInt64 - 1), ts.int(math.MaxInt64), "false"},
		{"<", ts.float(1.5), ts.int(2), "true"},
		{">=", ts.float(2), ts.float(2), "true"},
		{"==", none, none, "true"},
		{"==", none, there, "false"},
		{"!=", there, none, "true"},
		{"==", none, ts.intern(Term{Kind: Obj, Name: "o"}), "false"},
		{"==", n, none, "n == nil"},
		{"==", ts.intern(Term{Kind: Str, Name: "a"}), ts.intern(Term{Kind: Str, Name: "b"}), "false"},
		{"==", ts.bool(true), ts.bool(false), "false"},
		{"==", n, n, "true"},
		{"==", call, call, "f(n) == f(n)"},
		{"<", n, ts.int(3), "n < 3"},
		{">", n, ts.int(3), "3 < n"},
		{"<=", n, ts.int(3), "!(3 < n)"},
	} {
		assert.Equal(t, test.want, ts.compare(test.op, test.x, test.y).String(), "%s %s %s", test.x, test.op, test.y)
	}
}

func TestArithmetic(t *testing.T) {
	ts := newTerms()
	n := ts.sym("n")
	for _, test := range []struct {
		op   string
		x, y *Term
		want string
	}{
		{"+", ts.int(2), ts.int(3), "5"},
		{"-", ts.int(2), ts.int(3), "-1"},
		{"*", ts.int(2), ts.int(3), "6"},
		{"/", ts.int(-7), ts.int(2), "-3"},
		{"%", ts.int(-7), ts.int(2), "-1"},
		{"/", ts.int(1), ts.int(0), "1 / 0"},
		{"%", ts.int(1), ts.int(0), "1 % 0"},
		{"<<", ts.int(3), ts.int(2), "12"},
		{"<<", ts.int(3), ts.int(200), "0"},
		{">>", ts.int(-1), ts.int(200), "-1"},
		{"<<", ts.int(3), ts.int(-1), "3 << -1"},
		{"&", ts.int(6), ts.int(3), "2"},
		{"|", ts.int(6), ts.int(3), "7"},
		{"^", ts.int(6), ts.int(3), "5"},
		{"&^", ts.int(6), ts.int(3), "4"},
		{"*", ts.int(math.MaxInt64), ts.int(2), "-2"},
		{"/", ts.float(1), ts.float(4), "0.25"},
		{"+", ts.intern(Term{Kind: Str, Name: "a"}), ts.intern(Term{Kind: Str, Name: "b"}), `"ab"`},
		{"+", n, ts.int(0), "n"},
		{"+", ts.int(0), n, "n"},
		{"-", n, ts.int(0), "n"},
		{"-", ts.int(0), n, "0 - n"},
		{"*", n, ts.int(1), "n"},
		{"*", ts.int(1), n, "n"},
		{"*", n, ts.int(0), "0"},
		{"/", n, ts.int(1), "n"},
		{"<<", n, ts.int(0), "n"},
		{"<<", ts.int(0), n, "0 << n"},
		{"*", ts.app("+", n, ts.int(1)), ts.int(2), "(n + 1) * 2"},
	} {
		assert.Equal(t, test.want, ts.binary(test.op, test.x, test.y).String(), "%s %s %s", test.x, test.op, test.y)
	}
	assert.Equal(t, "3", ts.toInt(ts.float(3.9)).String())
	assert.Equal(t, "-3", ts.toInt(ts.float(-3.9)).String())
	assert.Equal(t, App, ts.toInt(ts.float(1e300)).Kind)
	assert.Equal(t, App, ts.toInt(ts.float(math.NaN())).Kind)
	assert.Equal(t, 4.0, ts.toFloat(ts.int(4)).float())
}

// Known numbers are computed as Go computes them.
func TestArithmeticAgainstGo(t *testing.T) {
	ts := newTerms()
	numbers := []int64{math.MinInt64, math.MinInt64 + 1, -1000, -2, -1, 0, 1, 2, 7, 63, 64, 1000, math.MaxInt64 - 1, math.MaxInt64}
	for _, x := range numbers {
		for _, y := range numbers {
			for op, want := range map[string]int64{"+": x + y, "-": x - y, "*": x * y, "&": x & y, "|": x | y, "^": x ^ y, "&^": x &^ y} {
				require.Same(t, ts.int(want), ts.binary(op, ts.int(x), ts.int(y)), "%d %s %d", x, op, y)
			}
			if y != 0 {
				require.Same(t, ts.int(x/y), ts.binary("/", ts.int(x), ts.int(y)), "%d / %d", x, y)
				require.Same(t, ts.int(x%y), ts.binary("%", ts.int(x), ts.int(y)), "%d %% %d", x, y)
			}
			if y >= 0 {
				require.Same(t, ts.int(x<<y), ts.binary("<<", ts.int(x), ts.int(y)), "%d << %d", x, y)
				require.Same(t, ts.int(x>>y), ts.binary(">>", ts.int(x), ts.int(y)), "%d >> %d", x, y)
			}
			for op, want := range map[string]bool{"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y, "==": x == y, "!=": x != y} {
				require.Same(t, ts.bool(want), ts.compare(op, ts.int(x), ts.int(y)), "%d %s %d", x, op, y)
			}
		}
	}
}

func TestEvaluate(t *testing.T) {
	ts := newTerms()
	n, m := ts.sym("n"), ts.sym("m")
	sum := ts.binary("+", ts.binary("*", n, ts.int(2)), ts.int(1))
	for _, test := range []struct {
		cond         *Term
		n            int64
		holds, known bool
	}{
		{ts.compare("<", sum, ts.int(8)), 3, true, true},
		{ts.compare("<", sum, ts.int(8)), 4, false, true},
		{ts.compare(">=", sum, ts.int(8)), 4, true, true},
		{ts.compare("==", n, ts.int(5)), 5, true, true},
		{ts.compare("!=", n, ts.int(5)), 5, false, true},
		{ts.compare("<", m, ts.int(5)), 5, false, false},
		{ts.compare("<", n, m), 5, false, false},
		{ts.bool(true), 1, true, true},
	} {
		holds, known := test.cond.Evaluate(n, test.n)
		assert.Equal(t, test.known, known, "%s with %d", test.cond, test.n)
		if known {
			assert.Equal(t, test.holds, holds, "%s with %d", test.cond, test.n)
		}
	}
}

func TestDurationText(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0s", 1: "1ns", 1500: "1.5µs", 2e6: "2ms", 1e9: "1s", 10e9: "10s", 60e9: "1m", 90e9: "1m30s",
		600e9: "10m", 3600e9: "1h", 5400e9: "1h30m", 3601e9: "1h0m1s", 36000e9: "10h", -60e9: "-1m",
	} {
		assert.Equal(t, want, DurationText(n))
	}
}
