// Package dep waits for its callers.
package dep

import (
	"context"
	"math/rand/v2"
	"time"
)

// Pause waits for d or until the context is done.
func Pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// Spread waits for a random part of d or until the context is done.
func Spread(ctx context.Context, d time.Duration) error {
	return Pause(ctx, rand.N(d))
}
