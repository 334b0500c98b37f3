package model

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/retrylint/retrylint/internal/attempts"
	"github.com/retrylint/retrylint/internal/exec"
	"github.com/retrylint/retrylint/internal/ir"
)

// CountKind says how much is known of a number of attempts.
type CountKind string

// The kinds of counts.
const (
	// Exact is a known number.
	Exact CountKind = "exact"
	// TimeBounded is a bound on time alone; N is the number of attempts that fit
	// in when every attempt fails at once, 0 if that is not known.
	TimeBounded CountKind = "time-bounded"
	// UnknownCount is a bound that cannot be computed; Text may hold a formula.
	UnknownCount CountKind = "unknown"
	// Unbounded is no bound on number or time.
	Unbounded CountKind = "unbounded"
)

// Attempts is the largest number of times that one pass through a site issues its
// operation, the first try included.
type Attempts struct {
	Kind CountKind
	N    int64
	// Text derives an unknown number from a parameter or field, such as "n + 1";
	// for a time-bounded number it is the time allowed, such as "30s".
	Text string
	// Exit is the branch that ends the loop after that many.
	Exit exec.Exit
	// Why says why the number is not known.
	Why string
	// Hole is the unknown number that Text speaks of, and Origin says what it is,
	// such as "a parameter", "" if that is not known.
	Hole   *exec.Term
	Origin string
	// Slope and Offset make the number of Hole. Default is the number where Hole is zero
	// because nobody set it, 0 if that is nothing special.
	Slope, Offset, Default int64
}

// The reasons why attempts are not counted.
const (
	tooLarge  = "the loop is too large to follow to its end"
	mayBudget = "a call or value that cannot be followed may end the loop"
	drawn     = "it is drawn at random"
	twoHoles  = "it depends on more than one unknown number"
	notLinear = "it is not a multiple of one unknown number"
)

// isKnown reports whether something is known of a bound on the number: the number, a
// formula, or that it is drawn.
func (a Attempts) isKnown() bool {
	return a.Kind == Exact || a.Kind == UnknownCount && (a.Text != "" || a.Why == drawn)
}

// same reports whether two numbers are the same, or come from the same formula.
func (a Attempts) same(b Attempts) bool {
	return a.Kind == b.Kind && a.N == b.N && a.Text == b.Text && a.Why == b.Why
}

// Phrase returns the count as messages print it, "" if nothing is known.
func (a Attempts) Phrase() string {
	switch {
	case a.Kind == Unbounded || a.Kind == Exact && attempts.Exactly(a.N).IsEndless():
		return "without limit"
	case a.Kind == UnknownCount && a.Text != "" && a.Default > 0:
		return fmt.Sprintf("%s attempts (%d by default)", a.Text, a.Default)
	case a.Kind == UnknownCount && a.Text != "":
		return a.Text + " attempts"
	case a.Kind == UnknownCount:
		return ""
	case a.Kind == TimeBounded && a.Text != "":
		return "for up to " + a.Text
	case a.Kind == TimeBounded && a.N == 0:
		return "for a limited time"
	case a.N == 1:
		return "1 attempt"
	}
	return fmt.Sprintf("%d attempts", a.N)
}

// Values given to an unknown number to learn how the attempts depend on it, and
// the value that all the others have meanwhile.
var samples = []int64{2, 3, 5}

const otherHoles = 20

// count derives the attempts of a loop from the ways on which each attempt is
// answered alike.
func (p *pkg) count(r *rounds) Attempts {
	if r.cut {
		return Attempts{Kind: UnknownCount, Why: tooLarge}
	}
	ways := r.ways
	if slices.ContainsFunc(ways, func(w exec.Way) bool { return w.End == exec.Endless }) {
		res := p.machine.Run(r.loop, r.answer, 0, nil)
		if res.GaveUp {
			return Attempts{Kind: UnknownCount, Why: tooLarge}
		}
		ways = r.pick(res)
	}
	r.whole = ways
	holes := holesOf(ways)
	if len(holes) == 0 {
		return countWays(ways)
	}
	if slices.ContainsFunc(holes, func(h *exec.Term) bool { return len(h.Draws(nil)) > 0 }) {
		return Attempts{Kind: UnknownCount, Why: drawn}
	}
	a := countHoles(holes, func(subst map[*exec.Term]int64) (Attempts, bool) {
		values := make(map[*exec.Term]*exec.Term)
		for h, n := range subst {
			values[h] = p.machine.Number(n)
		}
		res := p.machine.Run(r.loop, r.answer, 0, values)
		return countWays(r.pick(res)), !res.GaveUp
	})
	a.Origin = origin(a.Hole, r.loop.Fn)
	return a
}

// origin says what an unknown number of a function is, "" if that is not known.
func origin(hole *exec.Term, fn *ir.Func) string {
	switch {
	case hole == nil:
		return ""
	case hole.Kind == exec.Sym && slices.Contains(fn.Params, hole.Name):
		return "a parameter"
	case hole.FromCall():
		return "what a call returned"
	case hole.Field() != "":
		return "a field"
	}
	return ""
}

// holesOf returns the unknown numbers that decide when ways end, nil if all end
// without them.
func holesOf(ways []exec.Way) []*exec.Term {
	var holes []*exec.Term
	seen := make(map[*exec.Term]bool)
	pending := false
	for _, w := range ways {
		pending = pending || w.End == exec.Hole
		for _, h := range w.Holes {
			if !seen[h] {
				seen[h] = true
				holes = append(holes, h)
			}
		}
	}
	if !pending {
		return nil
	}
	return holes
}

// countWays returns the count of ways that do not depend on unknown numbers.
func countWays(ways []exec.Way) Attempts {
	if len(ways) == 0 {
		return Attempts{Kind: UnknownCount}
	}
	most := Attempts{Kind: Exact}
	unknown, timed := "", false
	for _, w := range ways {
		switch w.End {
		case exec.Repeats, exec.Endless, exec.Hole:
			switch {
			case w.Guarded:
			case w.Until != nil:
				return Attempts{Kind: TimeBounded, Text: w.Until.Allowed()}
			default:
				return Attempts{Kind: Unbounded}
			}
			unknown = cmp.Or(unknown, mayBudget)
		case exec.Tired:
			unknown = cmp.Or(unknown, tooLarge)
		default:
			if int64(w.Attempts) > most.N {
				most.N, timed, most.Exit = int64(w.Attempts), w.Clock, w.Exit
				if most.Text = ""; timed && w.Limit > 0 {
					most.Text = exec.DurationText(w.Limit)
				}
			}
			if int64(w.Attempts) == most.N && !most.Exit.Known {
				// A branch that was assumed may have been taken earlier as well.
				most.Exit = w.Exit
			}
		}
	}
	switch {
	case unknown != "":
		return Attempts{Kind: UnknownCount, Why: unknown}
	case timed:
		most.Kind = TimeBounded
	}
	return most
}

// countHoles gives the unknown numbers values, one after the other, and reads
// off how the attempts depend on them.
func countHoles(holes []*exec.Term, run func(map[*exec.Term]int64) (Attempts, bool)) Attempts {
	// One that was read twice, and may have changed in between, is two.
	same := func(h, hole *exec.Term) bool { return h == hole || h.String() == hole.String() }
	at := func(hole *exec.Term, n int64) (Attempts, bool) {
		subst := make(map[*exec.Term]int64)
		for _, h := range holes {
			subst[h] = otherHoles
			if same(h, hole) {
				subst[h] = n
			}
		}
		return run(subst)
	}
	base, ok := at(holes[0], otherHoles)
	if !ok {
		return Attempts{Kind: UnknownCount, Why: tooLarge}
	}
	if base.Kind == Unbounded || base.Kind == UnknownCount {
		return base
	}
	found := Attempts{Kind: UnknownCount, Why: notLinear}
	depends := 0
	for i, hole := range holes {
		if slices.ContainsFunc(holes[:i], func(h *exec.Term) bool { return same(h, hole) }) {
			continue
		}
		var ns []int64
		for _, n := range samples {
			a, ok := at(hole, n)
			switch {
			case !ok:
				return Attempts{Kind: UnknownCount, Why: tooLarge}
			case a.Kind != Exact && a.Kind != TimeBounded:
				return Attempts{Kind: UnknownCount, Why: cmp.Or(a.Why, notLinear)}
			}
			ns = append(ns, a.N)
		}
		if ns[0] == ns[1] && ns[1] == ns[2] && ns[0] == base.N {
			continue
		}
		depends++
		// The line through the samples, if they lie on one.
		slope := ns[1] - ns[0]
		offset := ns[0] - slope*samples[0]
		if ns[2] == slope*samples[2]+offset && base.N == slope*otherHoles+offset {
			found = Attempts{Kind: UnknownCount, Text: formula(hole, slope, offset), Hole: hole, Slope: slope, Offset: offset, Exit: base.Exit}
			if unset, ok := at(hole, 0); ok && unset.Kind == Exact && unset.N > 1 && unset.N != offset {
				found.Default = unset.N
			}
		}
	}
	switch {
	case depends == 0:
		together := make(map[*exec.Term]int64)
		for _, h := range holes {
			together[h] = samples[0]
		}
		if a, ok := run(together); !ok || a.Kind != base.Kind || a.N != base.N {
			// Each of them alone leaves it to the others.
			return Attempts{Kind: UnknownCount, Why: twoHoles}
		}
		return base
	case depends > 1:
		return Attempts{Kind: UnknownCount, Why: twoHoles}
	}
	return found
}

func formula(hole *exec.Term, slope, offset int64) string {
	text := hole.String()
	if slope != 1 {
		text = fmt.Sprintf("%d × %s", slope, text)
	}
	switch {
	case offset > 0:
		text = fmt.Sprintf("%s + %d", text, offset)
	case offset < 0:
		text = fmt.Sprintf("%s - %d", text, -offset)
	}
	return text
}
