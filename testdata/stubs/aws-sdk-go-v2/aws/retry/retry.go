// Package retry declares what the cases use of the library of the same path. A test in
// the module proof holds it against the real one.
package retry

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
)

type StandardOptions struct {
	MaxAttempts int
	MaxBackoff  time.Duration
}

type Standard struct{ retryable bool }

func (s *Standard) IsErrorRetryable(err error) bool { panic("a stub") }

func (s *Standard) MaxAttempts() int { panic("a stub") }

func (s *Standard) RetryDelay(attempt int, err error) (time.Duration, error) { panic("a stub") }

func (s *Standard) GetRetryToken(ctx context.Context, opErr error) (func(error) error, error) {
	panic("a stub")
}

func (s *Standard) GetInitialToken() func(error) error { panic("a stub") }

func NewStandard(fnOpts ...func(*StandardOptions)) *Standard { return &Standard{} }

func AddWithMaxAttempts(r aws.Retryer, max int) aws.Retryer { panic("a stub") }
