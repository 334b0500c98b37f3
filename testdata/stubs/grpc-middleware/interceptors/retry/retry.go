// Package retry declares what the cases use of the library of the same path. A test in the
// module proof holds it against the real one.
package retry

import (
	"context"
	"time"

	"google.golang.org/grpc"
)

type BackoffFunc func(ctx context.Context, attempt uint) time.Duration

func BackoffLinear(waitBetween time.Duration) BackoffFunc { panic("a stub") }

func BackoffLinearWithJitter(waitBetween time.Duration, jitterFraction float64) BackoffFunc {
	panic("a stub")
}

type CallOption struct{ grpc.EmptyCallOption }

func Disable() CallOption { panic("a stub") }

func WithMax(maxRetries uint) CallOption { panic("a stub") }

func WithBackoff(bf BackoffFunc) CallOption { panic("a stub") }

func WithPerRetryTimeout(timeout time.Duration) CallOption { panic("a stub") }

func UnaryClientInterceptor(optFuncs ...CallOption) grpc.UnaryClientInterceptor { panic("a stub") }
