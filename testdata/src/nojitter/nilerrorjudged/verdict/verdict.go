// Package verdict judges errors by a list that the program fills as it runs.
package verdict

var transient = map[string]bool{}

// Worth reports whether an operation that failed with err may succeed later.
func Worth(err error) bool {
	for e := range transient {
		if err != nil && err.Error() == e {
			return transient[e]
		}
	}
	return false
}
