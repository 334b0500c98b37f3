// Package policy is told which statuses are final.
package policy

var final []int

// Set says which statuses are final.
func Set(statuses ...int) { final = statuses }

// Worth reports whether a status is worth another attempt.
func Worth(status int) bool {
	for _, n := range final {
		if n == status {
			return false
		}
	}
	return status >= 400
}
