// Package codes declares what the cases use of the library of the same path. A test in the
// module proof holds it against the real one.
package codes

type Code uint32

const (
	OK          Code = 0
	NotFound    Code = 5
	Unavailable Code = 14
)
