// Package retry declares what the cases use of the library of the same path. A test in
// the module proof holds it against the real one.
package retry

import (
	"context"
	"time"
)

type Config struct {
	StartTimeout time.Duration
	RetryDelay   func() time.Duration
	Tries        int
	ShouldRetry  func(error) bool
}

func (c Config) Run(ctx context.Context, fn func(context.Context) error) error { panic("a stub") }

type Backoff struct {
	InitialBackoff time.Duration
	MaxBackoff     time.Duration
	Multiplier     float64
}

func (lb *Backoff) Linear() time.Duration { panic("a stub") }
