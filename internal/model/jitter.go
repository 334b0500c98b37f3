package model

import (
	"fmt"
	"strings"
)

// WithoutJitter returns the path on which the site repeats its operation without
// randomness in the wait, nil if there is none or it is as it should be.
//
// Where a setting and not the answer decides between paths, one that draws its
// wait, or one that cannot be judged, speaks for the site; and one that waits
// speaks for one that does not.
func (s *Site) WithoutJitter() *Path {
	none, growing, constant := s.withoutJitter()
	for _, paths := range [][]*Path{none, growing, constant} {
		if len(paths) > 0 {
			return paths[0]
		}
	}
	return nil
}

// withoutJitter returns all paths that [Site.WithoutJitter] chooses from, by what
// is wrong with them.
func (s *Site) withoutJitter() (none, growing, constant []*Path) {
	good := make(map[string]bool)
	waits := make(map[string]bool)
	for i := range s.Paths {
		p := &s.Paths[i]
		switch p.Wait.Kind {
		case NoWait:
		case Constant, Growing:
			waits[p.answer()] = true
		default:
			good[p.answer()] = true
		}
	}
	for i := range s.Paths {
		p := &s.Paths[i]
		if good[p.answer()] {
			continue
		}
		switch p.Wait.Kind {
		case Constant:
			constant = append(constant, p)
		case Growing:
			growing = append(growing, p)
		case NoWait:
			others := len(good)+len(waits) > 0
			if !waits[p.answer()] && !(others && p.Changes) && !s.oneRepeatAfterChange(p) {
				none = append(none, p)
			}
		}
	}
	return none, growing, constant
}

// answer describes what the answer to the attempt was taken for on this path.
func (p *Path) answer() string {
	var b strings.Builder
	for _, c := range p.Conditions {
		if c.Term.Outcome {
			fmt.Fprintf(&b, "%d%t ", c.Pos, c.Holds)
		}
	}
	return b.String()
}

// RepairsOnce reports whether the operation is repeated once, at once, after something else was
// done that could have failed: what was missing was made, what was broken replaced.
func (s *Site) RepairsOnce() bool {
	return s.repeatsOnce() && every(s.Paths, func(p Path) bool { return len(p.Pauses) == 0 && p.repairs })
}

// oneRepeatAfterChange reports whether a path repeats the operation once, at
// once, after something was changed: a token renewed, a connection replaced, a row in the
// way deleted.
func (s *Site) oneRepeatAfterChange(p *Path) bool {
	return s.repeatsOnce() && (p.repairs || p.Changes && p.answer() != "")
}

func (s *Site) repeatsOnce() bool { return s.Attempts.Kind == Exact && s.Attempts.N <= 2 }
