// Package wait declares what the cases use of the library of the same path. A test in
// the module proof holds it against the real one.
package wait

import (
	"context"
	"time"
)

type ConditionFunc func() (done bool, err error)

type ConditionWithContextFunc func(context.Context) (done bool, err error)

type Backoff struct {
	Duration time.Duration
	Factor   float64
	Jitter   float64
	Steps    int
	Cap      time.Duration
}

func ExponentialBackoff(backoff Backoff, condition ConditionFunc) error { panic("a stub") }

func ExponentialBackoffWithContext(ctx context.Context, backoff Backoff, condition ConditionWithContextFunc) error {
	panic("a stub")
}

func PollUntilContextTimeout(ctx context.Context, interval, timeout time.Duration, immediate bool, condition ConditionWithContextFunc) error {
	panic("a stub")
}

func PollUntilContextCancel(ctx context.Context, interval time.Duration, immediate bool, condition ConditionWithContextFunc) error {
	panic("a stub")
}
