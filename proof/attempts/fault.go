package attempts

import (
	"net/http"
	"strconv"
	"time"
)

// A Way is how far a server that fails comes with a request.
type Way int

const (
	// Answers reads the request and answers it with a status.
	Answers Way = iota
	// Refuses has a closed port: each dial fails with ECONNREFUSED.
	Refuses
	// Drops accepts, reads the whole request and closes the connection: the client reads EOF.
	Drops
	// Resets does the same, but the client reads ECONNRESET.
	Resets
)

// A Fault is what a server does with each request.
type Fault struct {
	Way Way
	// Status is the status or code of the answer.
	Status int
	// Text is the answer of a server that has texts instead.
	Text string
	// RetryAfter is sent as Retry-After, in whole seconds, if it is not zero.
	RetryAfter time.Duration
}

// The faults that are not a mere status.
var (
	Refused = Fault{Way: Refuses}
	Dropped = Fault{Way: Drops}
	Reset   = Fault{Way: Resets}
)

// Status is a server that answers every request with the code.
func Status(code int) Fault { return Fault{Status: code} }

// After is a server that answers every request with the code and a Retry-After.
func After(code int, wait time.Duration) Fault { return Fault{Status: code, RetryAfter: wait} }

// Reply is a server that answers every request with a text.
func Reply(text string) Fault { return Fault{Text: text} }

func (f Fault) String() string {
	switch f.Way {
	case Refuses:
		return "refused"
	case Drops:
		return "dropped"
	case Resets:
		return "reset"
	}
	if f.Text != "" {
		return strconv.Quote(f.Text)
	}
	text := strconv.Itoa(f.Status)
	if f.RetryAfter > 0 {
		text += " with Retry-After " + f.RetryAfter.String()
	}
	return text
}

// Codes are the statuses of failure that net/http has a name for, and some that
// proxies and clouds send without one.
func Codes() []int {
	codes := []int{}
	for code := 400; code < 600; code++ {
		if http.StatusText(code) != "" || code == 499 || code == 520 || code == 529 || code == 599 {
			codes = append(codes, code)
		}
	}
	return codes
}
