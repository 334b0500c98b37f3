// Package backoff declares what the cases use of the library of the same path. A test in
// the module proof holds it against the real one.
package backoff

import (
	"context"
	"time"
)

type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}

type Operation func() error

type ConstantBackOff struct{ Interval time.Duration }

func (b *ConstantBackOff) Reset() { panic("a stub") }

func (b *ConstantBackOff) NextBackOff() time.Duration { panic("a stub") }

func NewConstantBackOff(d time.Duration) *ConstantBackOff { panic("a stub") }

type ExponentialBackOff struct {
	InitialInterval     time.Duration
	RandomizationFactor float64
	Multiplier          float64
	MaxInterval         time.Duration
	MaxElapsedTime      time.Duration
}

func (b *ExponentialBackOff) Reset() { panic("a stub") }

func (b *ExponentialBackOff) NextBackOff() time.Duration { panic("a stub") }

type ExponentialBackOffOpts func(*ExponentialBackOff)

func NewExponentialBackOff(opts ...ExponentialBackOffOpts) *ExponentialBackOff { panic("a stub") }

func WithMaxRetries(b BackOff, max uint64) BackOff { panic("a stub") }

type BackOffContext interface {
	BackOff
	Context() context.Context
}

func WithContext(b BackOff, ctx context.Context) BackOffContext { panic("a stub") }

func Retry(o Operation, b BackOff) error { panic("a stub") }

func Permanent(err error) error { panic("a stub") }
