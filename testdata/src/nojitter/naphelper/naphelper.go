// Package naphelper sleeps and computes the next delay in one helper.
package naphelper

import (
	"context"
	"time"
)

type store interface {
	Put(ctx context.Context, key string) error
}

func nap(d time.Duration) time.Duration {
	time.Sleep(d)
	return min(2*d, 20*time.Second)
}

func save(ctx context.Context, s store, key string) (err error) {
	d := time.Second
	for range 6 { // want `retries \(store\).Put after a wait that grows without randomness \(1s, 2s, 4s.*\), 6 attempts`
		if err = s.Put(ctx, key); err == nil {
			return nil
		}
		d = nap(d)
	}
	return err
}
