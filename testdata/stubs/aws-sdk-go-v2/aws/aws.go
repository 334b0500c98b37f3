// Package aws declares what the cases use of the library of the same path. A test in the
// module proof holds it against the real one.
package aws

import (
	"context"
	"time"
)

type Config struct {
	Region           string
	Retryer          func() Retryer
	RetryMaxAttempts int
}

type Retryer interface {
	IsErrorRetryable(error) bool
	MaxAttempts() int
	RetryDelay(attempt int, opErr error) (time.Duration, error)
	GetRetryToken(ctx context.Context, opErr error) (releaseToken func(error) error, err error)
	GetInitialToken() (releaseToken func(error) error)
}

type NopRetryer struct{}

func (NopRetryer) IsErrorRetryable(error) bool { panic("a stub") }

func (NopRetryer) MaxAttempts() int { panic("a stub") }

func (NopRetryer) RetryDelay(int, error) (time.Duration, error) { panic("a stub") }

func (NopRetryer) GetRetryToken(context.Context, error) (func(error) error, error) { panic("a stub") }

func (NopRetryer) GetInitialToken() func(error) error { panic("a stub") }

func String(v string) *string { panic("a stub") }
