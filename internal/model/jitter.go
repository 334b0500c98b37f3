package model

// WithoutJitter returns the path on which the site repeats its operation without
// randomness in the wait, nil if there is none or it is as it should be.
//
// A path without any wait counts only if the answer leads down it: if a setting
// decides whether to wait, the path with the wait speaks for the site.
func (s *Site) WithoutJitter() *Path {
	var none, constant, growing *Path
	waits := false
	for i := range s.Paths {
		p := &s.Paths[i]
		switch p.Wait.Kind {
		case NoWait:
			if none == nil || !none.onAnswer() && p.onAnswer() {
				none = p
			}
			continue
		case Constant:
			constant = firstPath(constant, p)
		case Growing:
			growing = firstPath(growing, p)
		}
		waits = true
	}
	switch {
	case none != nil && !waits:
		if s.oneRepeatAfterChange(none) {
			return nil
		}
		return none
	case none != nil && none.onAnswer() && !none.Changes:
		return none
	case growing != nil:
		return growing
	}
	return constant
}

func firstPath(p, q *Path) *Path {
	if p != nil {
		return p
	}
	return q
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
