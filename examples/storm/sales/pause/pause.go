// Package pause waits between two attempts.
package pause

import (
	"context"
	"math/rand/v2"
	"time"
)

// Before waits at random before the attempt after the n-th, unless ctx ends: then it
// returns why.
func Before(ctx context.Context, n int) error {
	timer := time.NewTimer(rand.N(10 * time.Millisecond << min(n, 5)))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
