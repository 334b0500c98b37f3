package model

import (
	"go/token"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/exec"
)

// FailureNames returns what failures must be called to lead to the next attempt: texts,
// codes, sentinel errors and types that the ways ask for, sorted. It is nil if one of the ways
// takes failures whatever they are called.
func (s *Site) FailureNames() []string {
	var names []string
	for i := range s.Paths {
		some := failureNames(s.Paths[i].Conditions)
		if len(some) == 0 {
			return nil
		}
		names = append(names, some...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func failureNames(conds []exec.Cond) []string {
	var names []string
	for _, c := range conds {
		if !c.Holds || !c.Term.Outcome || c.Term.IsNilTest() {
			continue
		}
		names = append(names, constantsIn(c.Term)...)
		if name := finalPredicate(c.Term); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// constantsIn returns the texts and the package variables in a condition.
func constantsIn(t *exec.Term) []string {
	var found []string
	t.Mentions(func(u *exec.Term) bool {
		switch {
		case u.Kind == exec.Str && u.Name != "":
			found = append(found, u.Name)
		case u.Kind == exec.Sym && !u.Outcome && strings.Contains(u.Name, ".Err"):
			found = append(found, lastName(u.Name))
		}
		return false
	})
	return found
}

// finalWords are parts of the names of predicates that ask for an answer that does not
// change by itself. A predicate that cannot be followed has nothing but its name.
var finalWords = []string{"notfound", "notexist", "alreadyexist", "unauthor", "forbidden", "invalid", "denied", "precondition"}

// finalPredicate returns the name of a predicate that asks for a final answer, or of the
// type of such an answer that is asked for; "" if a condition is neither.
func finalPredicate(t *exec.Term) string {
	if t.Kind != exec.App {
		return ""
	}
	name := t.Name
	if asked := t.AskedType(); asked != "" {
		name = asked
	}
	name = lastName(name)
	lower := strings.ToLower(name)
	if slices.ContainsFunc(finalWords, func(w string) bool { return strings.Contains(lower, w) }) {
		return name
	}
	return ""
}

// Inside reports whether a place lies within another retry site than a loop: one within
// the loop, or around what it calls.
func (r *Result) Inside(loop *Loop, pos token.Pos) bool {
	return slices.ContainsFunc(r.Loops, func(l *Loop) bool {
		if l == loop || pos < l.From || l.To <= pos || l.From <= loop.From && loop.To <= l.To {
			return false
		}
		return slices.ContainsFunc(l.Sites, func(s *Site) bool { return s.Construct == Retry })
	})
}
