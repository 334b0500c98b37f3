package catalog

import "strconv"

// AttemptsOf returns the attempts that a value of the setting gives, the first
// included. The kind is ByDefault if the value means a default that the setting does
// not know, and nothing is said if the setting sets something else or refuses the
// value.
func (s *Setting) AttemptsOf(value int64) Bound {
	if s.Sets != SetsAttempts || s.Counts == "" {
		return Bound{}
	}
	switch {
	case value == 0 && s.Zero != "":
		return s.meaning(s.Zero)
	case value < 0:
		return s.meaning(s.Negative)
	}
	const most = 1 << 30
	n := int(min(value, most))
	if s.Counts == CountsRetries {
		n++
	}
	if s.Most > 0 {
		n = min(n, s.Most)
	}
	return Attempts(n)
}

func (s *Setting) meaning(m Meaning) Bound {
	switch m {
	case MeansDefault:
		if b := s.ByDefault(); !b.IsZero() {
			return b
		}
		return Bound{Kind: ByDefault}
	case MeansOff:
		return Attempts(1)
	case MeansUnlimited:
		return Bound{Kind: Unlimited}
	case MeansNever:
		return Attempts(0)
	case MeansUnknown:
		return Bound{Kind: UnknownBound}
	}
	return Bound{}
}

// ByDefault returns the attempts that hold if the setting is not set; nothing is
// said if the setting has no default of its own.
func (s *Setting) ByDefault() Bound {
	n, err := strconv.ParseInt(s.Default, 10, 64)
	if err != nil || s.Sets != SetsAttempts {
		return Bound{}
	}
	if (n == 0 && s.Zero == MeansDefault) || (n < 0 && s.Negative == MeansDefault) {
		// The default is decided elsewhere.
		return Bound{}
	}
	return s.AttemptsOf(n)
}

// Value returns the place of the value of a function: the argument that is given,
// else the first.
func (s *Setting) Value() Place {
	if s.Argument == None {
		return Param(0)
	}
	return s.Argument
}
