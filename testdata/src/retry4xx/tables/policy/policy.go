// Package policy says which statuses are asked for again.
package policy

var mixed = map[int]bool{404: true, 429: true, 500: true, 503: true}

// Mixed looks into a table.
func Mixed(status int) bool { return mixed[status] }

// Codes can be looked into by everybody.
var Codes = []int{404, 503}

type span struct{ from, to int }

var spans = []span{{408, 408}, {418, 420}, {500, 599}}

// InSpans looks into a list of ranges.
func InSpans(status int) bool {
	for _, s := range spans {
		if status >= s.from && status <= s.to {
			return true
		}
	}
	return false
}

// Judge is a function in a variable.
var Judge = func(status int) bool { return above(status) || status == 404 }

func above(status int) bool { return status >= 500 }

var passing = [...]int{408, 425, 429, 500, 502, 503, 504}

// Passes looks into a list of what passes.
func Passes(status int) bool {
	for _, n := range passing {
		if n == status {
			return true
		}
	}
	return false
}
