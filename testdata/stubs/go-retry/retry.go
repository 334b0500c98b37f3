// Package retry declares what the cases use of the library of the same path. A test in the
// module proof holds it against the real one.
package retry

import (
	"context"
	"time"
)

type Backoff interface {
	Next() (next time.Duration, stop bool)
}

type RetryFunc func(ctx context.Context) error

func Do(ctx context.Context, b Backoff, f RetryFunc) error { panic("a stub") }

func NewConstant(t time.Duration) Backoff { panic("a stub") }

func NewFibonacci(base time.Duration) Backoff { panic("a stub") }

func WithMaxRetries(max uint64, next Backoff) Backoff { panic("a stub") }

func WithJitter(j time.Duration, next Backoff) Backoff { panic("a stub") }

func RetryableError(err error) error { panic("a stub") }
