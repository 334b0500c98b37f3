// Package attempts counts how often a library tries when what it calls fails: a
// server that refuses, drops, resets or answers with a status, or a function
// that returns an error. A count is made in a bubble of [testing/synctest], so
// that default waits of minutes cost nothing and are known to the nanosecond,
// or on the loopback interface with the real clock.
package attempts

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"
)

// Limit is the number of attempts after which a library is taken to try without
// end: what it calls succeeds from then on, and the context of the call is canceled.
const Limit = 150

// Patience is how long a call may take on its clock until its context is canceled.
const Patience = 1000 * time.Hour

// ErrFailed is what [Call.Fail] returns.
var ErrFailed = errors.New("failed")

// A Call is handed to what is counted. It is a client's way to the server that
// fails, or the function that fails.
type Call struct {
	// Context has no deadline. It is canceled when the attempts are over [Limit].
	Context context.Context
	// Method is the HTTP method to send, where the client can choose.
	Method string
	// Option is the symbol of what is set, "" if nothing is, and Value the number it
	// is set to.
	Option string
	Value  int
	// Address is the host and port of the server.
	Address string

	dial   func(ctx context.Context, network, address string) (net.Conn, error)
	cancel context.CancelFunc

	mu       sync.Mutex
	attempts []time.Time
	dials    int
	after    []func()
}

// Set returns the number that the option is to be set to, and whether it is to be set.
func (c *Call) Set(option string) (int, bool) {
	return c.Value, c.Option == option
}

// URL returns the address of the server with the scheme http.
func (c *Call) URL() string { return "http://" + c.Address }

// Dial connects to the server, whatever the address.
func (c *Call) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	return c.dial(ctx, network, address)
}

// Transport returns a transport of net/http, as it is by default, that dials the server.
func (c *Call) Transport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.Proxy = nil
	t.DialContext = c.Dial
	return t
}

// Client returns an HTTP client over [Call.Transport].
func (c *Call) Client() *http.Client { return &http.Client{Transport: c.Transport()} }

// Cleanup has a function called when the call is done, last one first.
func (c *Call) Cleanup(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.after = append(c.after, f)
}

// Fail counts an attempt and returns ErrFailed, or nil after Limit attempts. It
// is what a retrier is given to call.
func (c *Call) Fail() error {
	if c.Attempt() {
		return ErrFailed
	}
	return nil
}

// Attempt counts an attempt and says whether it is to fail. Servers of protocols
// other than HTTP call it once for each request that they have read.
func (c *Call) Attempt() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.attempts = append(c.attempts, time.Now())
	if len(c.attempts) <= Limit {
		return true
	}
	c.cancel()
	return false
}

// Attempts returns the number of attempts up to now.
func (c *Call) Attempts() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.attempts)
}

func (c *Call) dialed() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dials++
}

func (c *Call) cleanup() {
	c.mu.Lock()
	after := c.after
	c.after = nil
	c.mu.Unlock()
	for i := len(after) - 1; i >= 0; i-- {
		after[i]()
	}
}

// A Count is what was seen of one call.
type Count struct {
	// Attempts are the requests that the server read, the dials that were refused,
	// or the calls of the function.
	Attempts int
	// Dials are the connections that were asked for.
	Dials int
	// Waits are the times from the start of one attempt to the start of the next.
	Waits []time.Duration
	// Took is how long the whole call took.
	Took time.Duration
	// Endless says that the attempts went on past Limit, or that only the end of
	// Patience ended them.
	Endless bool
	// Err is what the call returned.
	Err error
}

func (c *Call) count(begin time.Time, err error) Count {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := Count{Attempts: len(c.attempts), Dials: c.dials, Took: time.Since(begin), Err: err}
	if n.Attempts > Limit {
		n.Attempts = Limit
		n.Endless = true
	}
	if n.Took >= Patience {
		n.Endless = true
	}
	for i := 1; i < n.Attempts; i++ {
		n.Waits = append(n.Waits, c.attempts[i].Sub(c.attempts[i-1]))
	}
	return n
}
