// Package policy declares what the cases use of the library of the same path. A test in
// the module proof holds it against the real one.
package policy

import "time"

type ClientOptions struct{ Retry RetryOptions }

type RetryOptions struct {
	MaxRetries    int32
	RetryDelay    time.Duration
	MaxRetryDelay time.Duration
}
