package model

// WithoutJitter returns the path on which the site repeats its operation without
// randomness in the wait, nil if there is none or it is as it should be.
//
// Where a setting and not the answer decides between paths, one that draws its
// wait, or one that cannot be judged, speaks for the site; and one that waits
// speaks for one that does not.
func (s *Site) WithoutJitter() *Path {
	var none, constant, growing *Path
	waits, good := false, false
	for i := range s.Paths {
		p := &s.Paths[i]
		switch p.Wait.Kind {
		case NoWait:
			none = worsePath(none, p)
		case Constant:
			constant = worsePath(constant, p)
		case Growing:
			growing = worsePath(growing, p)
		default:
			good = true
		}
		waits = waits || p.Wait.Kind != NoWait
	}
	for _, p := range []*Path{none, growing, constant} {
		switch {
		case p == nil:
		case good && !p.onAnswer():
		case p == none && waits && (p.Changes || !p.onAnswer()):
		case p == none && s.oneRepeatAfterChange(p):
		default:
			return p
		}
	}
	return nil
}

// worsePath returns the path that the answer decides on, if only one is.
func worsePath(p, q *Path) *Path {
	if p == nil || !p.onAnswer() && q.onAnswer() {
		return q
	}
	return p
}

// onAnswer reports whether the answer to the attempt decides that this path is taken.
func (p *Path) onAnswer() bool {
	for _, c := range p.Conditions {
		if c.Term.Outcome {
			return true
		}
	}
	return false
}

// oneRepeatAfterChange reports whether a path repeats the operation once, at
// once, after something was changed: a token renewed, a connection replaced.
func (s *Site) oneRepeatAfterChange(p *Path) bool {
	return s.Attempts.Kind == Exact && s.Attempts.N <= 2 && p.Changes && p.onAnswer()
}
