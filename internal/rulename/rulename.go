// Package rulename knows what the rules of the suite are called, so that a name
// that somebody wrote in a comment, a file or an argument can be checked where the
// rules themselves are out of reach.
package rulename

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retrylint/retrylint/internal/spelling"
)

// all are the names of the rules, in order. A test holds them against the suite.
var all = [...]string{
	"baddirective",
	"freshtimeout",
	"ignoredcancel",
	"libdoubleretry",
	"nestedretry",
	"nojitter",
	"retry4xx",
}

// Chains is the rule about call paths: an ignore of it at a site silences the chains
// through that site, whoever calls it, and it holds functions to their limits.
const Chains = "nestedretry"

// All returns the names of the rules, in order.
func All() []string { return all[:] }

// Known reports whether there is a rule of that name.
func Known(name string) bool { return slices.Contains(all[:], name) }

// Unknown returns what to say of a name that stands where one of some others is
// expected: that it is no such thing, and which was probably meant, or else which
// there are. The thing is what the name would be one of, such as "rule".
func Unknown(thing, name string, known []string) string {
	if near := spelling.Nearest(name, known); near != "" {
		return fmt.Sprintf("unknown %s %q, did you mean %q?", thing, name, near)
	}
	return fmt.Sprintf("unknown %s %q; known are %s", thing, name, strings.Join(known, ", "))
}
