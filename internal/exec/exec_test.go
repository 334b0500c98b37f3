package exec

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const prelude = `package p

import (
	"context"
	"errors"
	"math"
	"math/rand"
	"time"
)

func op(...any) error

var (
	errBusy = errors.New("busy")
	tries   = 3
	delays  = []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}
)

type policy struct {
	max   int
	delay time.Duration
}

func defaults() policy { return policy{max: 4, delay: time.Minute} }

func (p *policy) next() time.Duration {
	d := p.delay
	p.delay *= 3
	return d
}

func again(i int) bool { return i < 3 }

var (
	_ context.Context
	_ = math.Pow
	_ = rand.Int
)

`

func TestAttempts(t *testing.T) {
	type want struct {
		attempts int
		end      End
		waits    string
		limit    time.Duration
		holes    string
	}
	tests := []struct {
		name, body string
		want       want
	}{
		{"upTo", `for i := 0; i < 3; i++ { if op() == nil { return }; time.Sleep(time.Second) }`, want{attempts: 3, waits: "1s, 1s"}},
		{"inclusive", `for i := 0; i <= 3; i++ { if op() == nil { return } }`, want{attempts: 4}},
		{"fromOne", `for i := 1; i < 3; i++ { if op() == nil { return } }`, want{attempts: 2}},
		{"down", `for i := 5; i > 0; i-- { if op() == nil { return } }`, want{attempts: 5}},
		{"downInclusive", `for i := 5; i >= 0; i-- { if op() == nil { return } }`, want{attempts: 6}},
		{"unequal", `for i := 0; i != 6; i += 3 { if op() == nil { return } }`, want{attempts: 2}},
		{"step", `for i := 0; i < 7; i += 3 { if op() == nil { return } }`, want{attempts: 3}},
		{"shift", `for i := 1; i < 100; i <<= 2 { if op() == nil { return } }`, want{attempts: 4}},
		{"halving", `for i := 20; i > 0; i /= 2 { if op() == nil { return } }`, want{attempts: 5}},
		{"never", `for i := 0; i < 0; i++ { if op() == nil { return } }`, want{}},
		{"once", `for i := 0; i < 1; i++ { if op() == nil { return } }`, want{attempts: 1}},
		{"rangeInt", `for range 3 { if op() == nil { return } }`, want{attempts: 3}},
		{"rangeSlice", `for _, d := range []time.Duration{1e9, 3e9, 5e9} { if op() == nil { return }; time.Sleep(d) }`, want{attempts: 3, waits: "1s, 3s"}},
		{"rangeGlobal", `for _, d := range delays { if op() == nil { return }; time.Sleep(d) }`, want{attempts: 3, waits: "1s, 2s"}},
		{"rangeArray", `for _, d := range [...]time.Duration{1e9, 3e9} { if op() == nil { return }; time.Sleep(d) }`, want{attempts: 2, waits: "1s"}},
		{"global", `for i := 0; i < tries; i++ { if op() == nil { return } }`, want{attempts: 3}},
		{"field", `v := defaults(); for i := 0; i < v.max; i++ { if op() == nil { return }; time.Sleep(v.delay) }`, want{attempts: 4, waits: "1m, 1m, 1m"}},
		{"method", `v := &policy{max: 3, delay: time.Second}; for i := 0; i < v.max; i++ { if op() == nil { return }; time.Sleep(v.next()) }`, want{attempts: 3, waits: "1s, 3s"}},
		{"helper", `for i := 0; again(i); i++ { if op() == nil { return } }`, want{attempts: 3}},
		{"closure", `more := func(i int) bool { return i < tries }; for i := 0; more(i); i++ { if op() == nil { return } }`, want{attempts: 3}},
		{"closureCounter", `i := 0; more := func() bool { i++; return i < 4 }; for more() { if op() == nil { return } }`, want{attempts: 3}},
		{"afterFailure", `i := 0; for { if op() == nil { return }; i++; if i > 3 { return } }`, want{attempts: 4}},
		{"beforeAttempt", `i := 0; for { i++; if i > 3 { return }; if op() == nil { return } }`, want{attempts: 3}},
		{"failures", `left := 3; for op() != nil { left--; if left == 0 { break } }`, want{attempts: 3}},
		{"jump", "i := 0\nagain:\nif op() == nil { return }\ni++\nif i < 3 { time.Sleep(time.Second); goto again }", want{attempts: 3, waits: "1s, 1s"}},
		{"jumpInclusive", "i := 0\nagain:\nif op() == nil { return }\nif i < 3 { i++; goto again }", want{attempts: 4}},
		{"labelled", "again: for i := 0; i < 3; i++ { for { if op() == nil { return }; continue again } }", want{attempts: 3}},
		{"growing", `for d := time.Second; d <= 8*time.Second; d *= 2 { if op() == nil { return }; time.Sleep(d) }`, want{attempts: 4, waits: "1s, 2s, 4s"}},
		{"growingBelow", `for d := time.Second; d < 8*time.Second; d *= 2 { if op() == nil { return }; time.Sleep(d) }`, want{attempts: 3, waits: "1s, 2s"}},
		{"capped", `d = time.Second; for i := 0; i < 5; i++ { if op() == nil { return }; time.Sleep(d); d = min(d*2, 3*time.Second) }`, want{attempts: 5, waits: "1s, 2s, 3s, 3s"}},
		{"power", `for i := 0; i < 4; i++ { if op() == nil { return }; time.Sleep(time.Duration(math.Pow(2, float64(i))) * time.Second) }`, want{attempts: 4, waits: "1s, 2s, 4s"}},
		{"shiftedWait", `for i := range 4 { if op() == nil { return }; time.Sleep(100 * time.Millisecond << i) }`, want{attempts: 4, waits: "100ms, 200ms, 400ms"}},
		{"noWaitAfterLast", `for i := 0; ; i++ { if op() == nil || i == 2 { return }; time.Sleep(time.Second) }`, want{attempts: 3, waits: "1s, 1s"}},
		{"twoWaits", `for range 2 { if op() == nil { return }; time.Sleep(time.Second); time.Sleep(time.Minute) }`, want{attempts: 2, waits: "1s+1m"}},
		{"timer", `t := time.NewTimer(time.Second); for range 3 { if op() == nil { return }; <-t.C; t.Reset(2 * time.Second) }`, want{attempts: 3, waits: "1s, 2s"}},
		{"event", `c := make(chan int); for range 3 { if op() == nil { return }; <-c }`, want{attempts: 3, waits: "event, event"}},
		{"firstBefore", `if op() == nil { return }; for range 2 { if op() == nil { return } }`, want{attempts: 3}},
		{"lastAfter", `for range 2 { if op() == nil { return } }; op()`, want{attempts: 3}},

		{"since", `start := time.Now(); for time.Since(start) < 10*time.Second { if op() == nil { return }; time.Sleep(3*time.Second) }`, want{attempts: 4, waits: "3s, 3s, 3s", limit: 10 * time.Second}},
		{"sinceInclusive", `start := time.Now(); for time.Since(start) <= 9*time.Second { if op() == nil { return }; time.Sleep(3*time.Second) }`, want{attempts: 4, waits: "3s, 3s, 3s", limit: 9 * time.Second}},
		{"sinceExclusive", `start := time.Now(); for time.Since(start) < 9*time.Second { if op() == nil { return }; time.Sleep(3*time.Second) }`, want{attempts: 3, waits: "3s, 3s", limit: 9 * time.Second}},
		{"sub", `start := time.Now(); for time.Now().Sub(start) < 5*time.Second { if op() == nil { return }; time.Sleep(2*time.Second) }`, want{attempts: 3, waits: "2s, 2s", limit: 5 * time.Second}},
		{"before", `end := time.Now().Add(5*time.Second); for time.Now().Before(end) { if op() == nil { return }; time.Sleep(2*time.Second) }`, want{attempts: 3, waits: "2s, 2s", limit: 5 * time.Second}},
		{"after", `end := time.Now().Add(4*time.Second); for { if op() == nil || time.Now().After(end) { return }; time.Sleep(2*time.Second) }`, want{attempts: 4, waits: "2s, 2s, 2s", limit: 4 * time.Second}},
		{"until", `end := time.Now().Add(4*time.Second); for time.Until(end) > 0 { if op() == nil { return }; time.Sleep(2*time.Second) }`, want{attempts: 2, waits: "2s", limit: 0}},
		{"contextSelect", `c, cancel := context.WithTimeout(ctx, 10*time.Second); defer cancel(); for { if op() == nil { return }; select { case <-c.Done(): return; case <-time.After(3*time.Second): } }`, want{attempts: 4, waits: "3s, 3s, 3s", limit: 10 * time.Second}},
		{"contextErr", `c, cancel := context.WithTimeout(ctx, 10*time.Second); defer cancel(); for c.Err() == nil { if op() == nil { return }; time.Sleep(5*time.Second) }`, want{attempts: 2, waits: "5s", limit: 10 * time.Second}},

		{"forever", `for { if op() == nil { return }; time.Sleep(time.Second) }`, want{attempts: 5, end: Repeats, waits: "1s, 1s, 1s, 1s"}},
		{"foreverGrowing", `for d := time.Second; ; d *= 2 { if op() == nil { return }; time.Sleep(d) }`, want{attempts: 5, end: Repeats, waits: "1s, 2s, 4s, 8s"}},
		{"foreverContext", `for { if op() == nil { return }; select { case <-ctx.Done(): return; case <-time.After(time.Second): } }`, want{attempts: 5, end: Repeats, waits: "1s, 1s, 1s, 1s"}},
		{"tooMany", `for i := 0; i < 100000; i++ { if op() == nil { return } }`, want{attempts: maxAttempts + 1, end: Endless}},
		{"counterThatStands", `i := 0; for i < 3 { if err := op(); err == nil { return } else if !errors.Is(err, errBusy) { i++ } }`, want{attempts: 5, end: Repeats}},

		{"hole", `for i := 0; i < n; i++ { if op() == nil { return } }`, want{attempts: holeRounds + 1, end: Hole, holes: "n"}},
		{"holePlus", `for i := 0; i < 2*n+1; i++ { if op() == nil { return } }`, want{attempts: holeRounds + 1, end: Hole, holes: "n"}},
		{"holeField", `for i := 0; i < p.max; i++ { if op() == nil { return } }`, want{attempts: holeRounds + 1, end: Hole, holes: "p.max"}},
		{"twoHoles", `for i := 0; i < n && i < p.max; i++ { if op() == nil { return } }`, want{attempts: holeRounds + 1, end: Hole, holes: "n p.max"}},
		{"unknownWait", `for range 3 { if op() == nil { return }; time.Sleep(d) }`, want{attempts: 3, waits: "d, d"}},
		{"unknownTimesTwo", `for range 3 { if op() == nil { return }; time.Sleep(d); d *= 2 }`, want{attempts: 3, waits: "d, d * 2"}},
	}
	var src strings.Builder
	src.WriteString(prelude)
	for _, test := range tests {
		fmt.Fprintf(&src, "func %s(ctx context.Context, n int, d time.Duration, p *policy) {\n%s\n}\n\n", test.name, test.body)
	}
	prog := compile(t, src.String())
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			res := prog.run(t, test.name, Fails)
			require.False(t, res.GaveUp)
			var got want
			if w := longest(res); w != nil {
				got = want{attempts: w.Attempts, end: w.End, waits: waits(w), limit: time.Duration(w.Limit)}
				var holes []string
				for _, h := range w.Holes {
					holes = append(holes, h.String())
				}
				got.holes = strings.Join(holes, " ")
			}
			assert.Equal(t, test.want, got)
		})
	}
}

// A loop with a number that is not known is run again with values for it.
func TestHolesWithValues(t *testing.T) {
	prog := compile(t, prelude+`
func plain(n int)   { for i := 0; i < n; i++ { if op() == nil { return } } }
func linear(n int)  { for i := 0; i <= 2*n+1; i++ { if op() == nil { return } } }
func root(n int)    { for i := 0; i*i < n; i++ { if op() == nil { return } } }
func down(n int)    { for n > 0 { if op() == nil { return }; n-- } }
func waits(n int)   { for i := range n { if op() == nil { return }; time.Sleep(time.Duration(i*n) * time.Second) } }
`)
	for name, attempts := range map[string]func(n int) int{
		"plain":  func(n int) int { return n },
		"linear": func(n int) int { return 2*n + 2 },
		"root": func(n int) int {
			i := 0
			for i*i < n {
				i++
			}
			return i
		},
		"down":  func(n int) int { return n },
		"waits": func(n int) int { return n },
	} {
		for _, n := range []int{1, 2, 3, 7, 20} {
			m := NewMachine(prog)
			l := prog.loop(t, name)
			w := longest(m.Run(l, Fails, 0, nil))
			require.Equal(t, Hole, w.End, name)
			require.Len(t, w.Holes, 1, name)
			require.Equal(t, "n", w.Holes[0].String(), name)
			res := m.Run(l, Fails, 0, map[*Term]*Term{w.Holes[0]: m.Number(int64(n))})
			w = longest(res)
			require.Equal(t, Left, w.End, "%s with %d", name, n)
			require.Equal(t, attempts(n), w.Attempts, "%s with %d", name, n)
		}
	}
}

// What an attempt answers decides where it leads.
func TestAnswers(t *testing.T) {
	prog := compile(t, prelude+`
func retry() { for range 3 { if op() == nil { return } } }
func poll()  { for range 3 { if op() != nil { return } } }
func both()  { for range 3 { op() } }
`)
	attempts := func(name string, a Answer) int {
		res := prog.run(t, name, a)
		require.Len(t, res.Ways, 1, name)
		require.Equal(t, Left, res.Ways[0].End, name)
		return res.Ways[0].Attempts
	}
	assert.Equal(t, 3, attempts("retry", Fails))
	assert.Equal(t, 1, attempts("retry", Succeeds))
	assert.Equal(t, 1, attempts("poll", Fails))
	assert.Equal(t, 3, attempts("poll", Succeeds))
	assert.Equal(t, 3, attempts("both", Fails))
	assert.Equal(t, 3, attempts("both", Succeeds))
}

// At most so many attempts are looked at as the caller wants to see.
func TestShortRun(t *testing.T) {
	prog := compile(t, prelude+"func f() { for i := 0; i < 9; i++ { if op() == nil { return } } }\n")
	for n, want := range map[int]struct {
		attempts int
		end      End
	}{5: {6, Endless}, 8: {9, Endless}, 9: {9, Left}, 20: {9, Left}} {
		w := longest(NewMachine(prog).Run(prog.loop(t, "f"), Fails, n, nil))
		assert.Equal(t, want.attempts, w.Attempts, "%d", n)
		assert.Equal(t, want.end, w.End, "%d", n)
	}
}

// The executor spends no more than its budget, however many ways there are.
func TestBudget(t *testing.T) {
	var body strings.Builder
	for i := range 40 {
		fmt.Fprintf(&body, "if n == %d { x += %d }\n", i*7, 1<<i)
	}
	prog := compile(t, prelude+"func f(n int) { x := 0; for { if op(x) == nil { return }\n"+body.String()+"if x == 12345 { return } } }\n")
	m := NewMachine(prog)
	m.initialized()
	m.budget = 5 * maxSteps
	runs := 0
	for m.budget > 0 && runs < 100 {
		before := m.budget
		m.Run(prog.loop(t, "f"), Fails, 0, nil)
		require.LessOrEqual(t, before-m.budget, maxSteps+1)
		runs++
	}
	require.Less(t, runs, 100)
	res := m.Run(prog.loop(t, "f"), Fails, 0, nil)
	assert.True(t, res.GaveUp)
	assert.LessOrEqual(t, m.budget, 0)
	assert.Greater(t, m.budget, -10)
}

// bound is a loop in two forms: Go source, and the numbers to run it with.
type bound struct {
	start, limit, step int64
	compare, update    string
	first              bool // the counter moves before the comparison
	wait, allowed      int64
	growth             int64
}

// source writes the loop as a function.
func (b bound) source(name string) string {
	var s strings.Builder
	fmt.Fprintf(&s, "func %s() {\n\tbegin := time.Now()\n\td := time.Duration(%d)\n\tfor i := %d; ; {\n", name, b.wait, b.start)
	update := fmt.Sprintf("\t\ti %s= %d\n", b.update, b.step)
	if b.first {
		s.WriteString(update)
	}
	fmt.Fprintf(&s, "\t\tif !(i %s %d) || time.Since(begin) >= %d {\n\t\t\treturn\n\t\t}\n", b.compare, b.limit, b.allowed)
	s.WriteString("\t\tif op() == nil {\n\t\t\treturn\n\t\t}\n\t\ttime.Sleep(d)\n")
	fmt.Fprintf(&s, "\t\td *= %d\n", b.growth)
	if !b.first {
		s.WriteString(update)
	}
	return s.String() + "\t}\n}\n\n"
}

// attempts runs the loop in Go, up to most attempts.
func (b bound) attempts(most int) (n int, pauses []int64) {
	clock, d := int64(0), b.wait
	for i := b.start; ; {
		if b.first {
			i = updated(b.update, i, b.step)
		}
		if !holds(b.compare, i, b.limit) || clock >= b.allowed {
			return n, pauses
		}
		if n++; n > most {
			return n, pauses
		}
		clock += d
		pauses = append(pauses, d)
		d *= b.growth
		if !b.first {
			i = updated(b.update, i, b.step)
		}
	}
}

func updated(op string, i, step int64) int64 {
	switch op {
	case "+":
		return i + step
	case "-":
		return i - step
	case "*":
		return i * step
	case "/":
		return i / step
	case "<<":
		return i << step
	}
	return i >> step
}

func holds(op string, x, y int64) bool {
	switch op {
	case "<":
		return x < y
	case "<=":
		return x <= y
	case ">":
		return x > y
	case ">=":
		return x >= y
	case "==":
		return x == y
	}
	return x != y
}

// The attempts and waits of loops with any bound are those of the same loop when
// it is really run.
func TestAttemptsAgainstGo(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	pick := func(of ...string) string { return of[r.Intn(len(of))] }
	var bounds []bound
	var src strings.Builder
	src.WriteString(prelude)
	for len(bounds) < 400 {
		b := bound{
			start: r.Int63n(40) - 20, limit: r.Int63n(80) - 40, step: 1 + r.Int63n(4),
			compare: pick("<", "<=", ">", ">=", "==", "!="), update: pick("+", "+", "-", "-", "*", "/", "<<", ">>"),
			first: r.Intn(2) == 0, wait: r.Int63n(4) * int64(time.Second), growth: 1 + r.Int63n(2), allowed: int64(time.Hour),
		}
		if r.Intn(3) == 0 {
			b.allowed = r.Int63n(60) * int64(time.Second)
		}
		src.WriteString(b.source(fmt.Sprintf("f%d", len(bounds))))
		bounds = append(bounds, b)
	}
	prog := compile(t, src.String())
	ended := 0
	for i, b := range bounds {
		const most = 200
		want, pauses := b.attempts(most)
		res := prog.run(t, fmt.Sprintf("f%d", i), Fails)
		text := b.source("f")
		require.False(t, res.GaveUp, text)
		if want == 0 {
			require.Empty(t, res.Ways, text)
			continue
		}
		require.Len(t, res.Ways, 1, text)
		w := res.Ways[0]
		if want > most {
			require.NotEqual(t, Left, w.End, text)
			continue
		}
		ended++
		require.Equal(t, Left, w.End, text)
		require.Equal(t, want, w.Attempts, text)
		var slept []int64
		for _, round := range append(w.Rounds[:len(w.Rounds):len(w.Rounds)], w.Last) {
			for _, p := range round.Pauses {
				slept = append(slept, p.Dur.Int)
			}
		}
		require.Equal(t, pauses, slept, text)
	}
	assert.Greater(t, ended, 100, "most loops end")
}
