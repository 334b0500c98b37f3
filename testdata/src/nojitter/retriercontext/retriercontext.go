// Package retriercontext hands its context to the operation: enough to take it for a remote call.
package retriercontext

import (
	"context"
	"time"
)

func Repeat(ctx context.Context, n int, op func(context.Context) error) error {
	delay := 50 * time.Millisecond
	for i := 0; ; i++ { // want `retries op after a wait that grows without randomness \(50ms, 100ms.*\), n attempts`
		err := op(ctx)
		if err == nil || i+1 >= n {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(delay):
			delay *= 2
		}
	}
}
