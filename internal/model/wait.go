package model

import (
	"go/types"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/exec"
)

// WaitKind says where the time between two attempts comes from.
type WaitKind string

// The kinds of waits.
const (
	NoWait      WaitKind = "none"
	Constant    WaitKind = "constant"
	Growing     WaitKind = "growing"
	Jittered    WaitKind = "jittered"
	Server      WaitKind = "server"
	UnknownWait WaitKind = "unknown"
)

// Wait is the time between a failed attempt and the next.
type Wait struct {
	Kind WaitKind
	// Text is the value, the first values, or a name: "2s", "1s, 2s, 4s", "delay".
	Text string
	// Known says that Text holds values and not a name.
	Known bool
}

// shownWaits is the number of growing waits that a message lists.
const shownWaits = 3

// waitOf judges the waits on one way, round by round. Draws with an identity of
// at most before were made before the loop.
func (p *pkg) waitOf(w exec.Way, before int) Wait {
	rounds := w.Rounds
	var wait Wait
	paused, mayWait := false, false
	for _, r := range rounds {
		mayWait = mayWait || r.MayWait
		for _, p := range r.Pauses {
			paused = true
			if kind := foreign(p.Dur); kind != "" {
				wait.Kind = kind
				return wait
			}
		}
	}
	switch {
	case !paused && mayWait:
		wait.Kind = UnknownWait
		return wait
	case !paused:
		wait.Kind = NoWait
		return wait
	case jittered(rounds, before):
		wait.Kind = Jittered
		return wait
	}

	texts := make([]string, len(rounds))
	wait.Known = true
	total := int64(0)
	for i, r := range rounds {
		sum, known, text := p.sumOf(r.Pauses)
		texts[i] = text
		wait.Known = wait.Known && known
		total += sum
	}
	switch {
	case wait.Known && total == 0:
		wait.Kind = NoWait
	case wait.Known && falls(rounds):
		wait.Kind, wait.Text = Constant, texts[len(texts)-1]
	case sameTimes(rounds):
		waits := slices.IndexFunc(rounds, func(r exec.Round) bool { return len(r.Pauses) > 0 })
		wait.Kind, wait.Text = Constant, texts[waits]
	default:
		wait.Kind = Growing
		if wait.Known {
			wait.Text = strings.Join(texts[:min(len(texts), shownWaits)], ", ")
		} else {
			wait.Text = p.growthText(rounds)
		}
	}
	return wait
}

// pausesOf returns the pauses of the first round that waits.
func pausesOf(rounds []exec.Round) []exec.Pause {
	for _, r := range rounds {
		if len(r.Pauses) > 0 {
			return r.Pauses
		}
	}
	return nil
}

// allPauses returns the pauses of some rounds; those that only differ in the instruction's
// round are one.
func allPauses(rounds []exec.Round) []exec.Pause {
	var all []exec.Pause
	for _, r := range rounds {
		for _, p := range r.Pauses {
			if !slices.ContainsFunc(all, func(q exec.Pause) bool { return q.Site == p.Site && q.Dur == p.Dur }) {
				all = append(all, p)
			}
		}
	}
	return all
}

// sameTimes reports whether all rounds that wait do so alike.
func sameTimes(rounds []exec.Round) bool {
	first := -1
	for i, r := range rounds {
		switch {
		case len(r.Pauses) == 0:
		case first < 0:
			first = i
		case !slices.EqualFunc(rounds[first].Pauses, r.Pauses, func(a, b exec.Pause) bool { return a.Dur == b.Dur }):
			return false
		}
	}
	return true
}

// falls reports whether only the first round waits longer than the others, which wait
// alike: a try before the loop has a wait of its own.
func falls(rounds []exec.Round) bool {
	if len(rounds) < 3 || !sameTimes(rounds[1:]) {
		return false
	}
	total := func(r exec.Round) (sum int64) {
		for _, p := range r.Pauses {
			sum += p.Dur.Int
		}
		return sum
	}
	return total(rounds[0]) > total(rounds[1]) && total(rounds[1]) > 0
}

// foreign returns the kind of a wait that is decided elsewhere, "" if it is
// decided here.
func foreign(d *exec.Term) WaitKind {
	switch {
	case d == nil:
		// Something else than time is waited for.
		return UnknownWait
	case d.Outcome:
		return Server
	case d.FromCall(), d.Mentions(isElement):
		return UnknownWait
	}
	return ""
}

// isElement reports whether t is an element of something that is not known: a
// schedule that the caller made.
func isElement(t *exec.Term) bool {
	return t.Kind == exec.Addr && strings.Contains(t.Name, "[") && t.Args[0].Kind != exec.Obj
}

// jittered reports whether each round's wait holds a number drawn in this round.
func jittered(rounds []exec.Round, before int) bool {
	last := []int(nil)
	for i, r := range rounds {
		var draws []int
		for _, p := range r.Pauses {
			draws = p.Dur.Draws(draws)
		}
		isNew := func(id int) bool { return id > before && !slices.Contains(last, id) }
		if i > 0 && slices.ContainsFunc(draws, isNew) {
			return true
		}
		if i == 0 && len(rounds) == 1 && slices.ContainsFunc(draws, isNew) {
			return true
		}
		last = draws
	}
	return false
}

// sumOf adds up the pauses of a round.
func (p *pkg) sumOf(pauses []exec.Pause) (total int64, known bool, text string) {
	var names []string
	known = true
	for _, pause := range pauses {
		if pause.Dur.Kind == exec.Int {
			total += pause.Dur.Int
			continue
		}
		known = false
		names = append(names, p.durationText(pause))
	}
	if total > 0 || len(names) == 0 {
		names = append([]string{exec.DurationText(total)}, names...)
	}
	return total, known, strings.Join(names, " + ")
}

// durationText names a duration that is not known: as the source does where it is
// slept on, else by where the value comes from.
func (p *pkg) durationText(pause exec.Pause) string {
	if call := p.callAt(pause.Pos); call != nil && len(call.Args) == 1 {
		return types.ExprString(call.Args[0])
	}
	if text := pause.Dur.String(); len(text) <= maxFormula {
		return text
	}
	return computedFrom(pause.Dur)
}

// growthText names a wait that grows and is not known: as the source does where it
// is slept on, else by what all rounds take it from.
func (p *pkg) growthText(rounds []exec.Round) string {
	var all []*exec.Term
	for _, r := range rounds {
		for _, pause := range r.Pauses {
			if pause.Dur.Kind == exec.Int {
				continue
			}
			if call := p.callAt(pause.Pos); call != nil && len(call.Args) == 1 {
				return types.ExprString(call.Args[0])
			}
			all = append(all, pause.Dur)
		}
	}
	return computedFrom(all...)
}

// computedFrom names what durations that are not known depend on; "" if that has no name.
func computedFrom(durations ...*exec.Term) string {
	var from []string
	for _, d := range durations {
		for _, leaf := range d.Leaves() {
			// What a function of another package holds in a register has no name.
			if name := leaf.String(); !slices.Contains(from, name) && !strings.Contains(name, "#") {
				from = append(from, name)
			}
		}
	}
	if len(from) == 0 {
		return ""
	}
	return "computed from " + strings.Join(from, ", ")
}

// maxFormula is the length of the longest formula that helps a reader.
const maxFormula = 50

// Phrase returns the wait as messages print it.
func (w Wait) Phrase() string {
	switch {
	case w.Kind == NoWait:
		return "with no wait in between"
	case w.Known && w.Kind != Growing:
		return "after a constant " + w.Text
	}
	text := "after a constant wait"
	if w.Kind == Growing {
		text = "after a wait that grows without randomness"
	}
	if w.Text != "" {
		text += " (" + w.Text + ")"
	}
	return text
}
