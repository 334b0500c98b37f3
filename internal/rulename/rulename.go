// Package rulename knows what the rules of the suite are called, so that a name
// that somebody wrote in a comment, a file or an argument can be checked where the
// rules themselves are out of reach.
package rulename

import (
	"fmt"
	"slices"
	"strings"
)

// all are the names of the rules, in order. A test holds them against the suite.
var all = [...]string{
	"baddirective",
	"nojitter",
}

// All returns the names of the rules, in order.
func All() []string { return all[:] }

// Known reports whether there is a rule of that name.
func Known(name string) bool { return slices.Contains(all[:], name) }

// Unknown returns what to say of a name that stands where one of some others is
// expected: that it is no such thing, and which was probably meant, or else which
// there are. The thing is what the name would be one of, such as "rule".
func Unknown(thing, name string, known []string) string {
	if near := Nearest(name, known); near != "" {
		return fmt.Sprintf("unknown %s %q; did you mean %q?", thing, name, near)
	}
	return fmt.Sprintf("unknown %s %q; known are %s", thing, name, strings.Join(known, ", "))
}

// Nearest returns the one of some names that was probably meant by another, ""
// if that is like none of them.
func Nearest(name string, known []string) string {
	best, bestDistance := "", 0
	for _, k := range known {
		if d := distance(strings.ToLower(name), strings.ToLower(k)); best == "" || d < bestDistance {
			best, bestDistance = k, d
		}
	}
	// With more than half of it changed, any name becomes any other.
	if bestDistance > len(best)/2 {
		return ""
	}
	return best
}

// distance returns the number of bytes to insert, delete or replace that turn a
// into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
