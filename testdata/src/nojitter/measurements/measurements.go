// Package measurements measures the same call many times, whether it fails or not.
package measurements

import (
	"context"
	"time"
)

type store interface {
	Ping(ctx context.Context) error
}

func latencies(ctx context.Context, s store, n int) (ok []time.Duration, failed int) {
	for range n {
		start := time.Now()
		if err := s.Ping(ctx); err != nil {
			failed++
		} else {
			ok = append(ok, time.Since(start))
		}
		time.Sleep(100 * time.Millisecond)
	}
	return ok, failed
}
