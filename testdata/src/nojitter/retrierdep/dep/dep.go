// Package dep runs operations again: its own wait is its own fault.
package dep

import (
	"context"
	"time"
)

// Do runs op up to n times.
func Do(ctx context.Context, n int, op func(context.Context) error) (err error) {
	for range n { // want `retries op after a constant 1s, n attempts`
		if err = op(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}
