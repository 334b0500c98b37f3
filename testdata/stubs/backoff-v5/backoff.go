// Package backoff declares what the cases use of the library of the same path. A test in
// the module proof holds it against the real one.
package backoff

import "context"

type Operation[T any] func() (T, error)

type retryOptions struct{ tries uint }

type RetryOption func(*retryOptions)

func WithMaxTries(n uint) RetryOption { panic("a stub") }

func Retry[T any](ctx context.Context, operation Operation[T], opts ...RetryOption) (T, error) {
	panic("a stub")
}

func Permanent(err error) error { panic("a stub") }
