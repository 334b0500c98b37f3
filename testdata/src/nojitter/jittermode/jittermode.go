// Package jittermode chooses its kind of jitter by a constant in the policy: none here, full there.
package jittermode

import (
	"context"
	"math/rand/v2"
	"time"
)

type mode int

const (
	none mode = iota
	full
)

func (m mode) apply(d time.Duration) time.Duration {
	if m == full {
		return rand.N(d)
	}
	return d
}

type store interface {
	Put(ctx context.Context, key string) error
}

func constant(ctx context.Context, s store, key string) (err error) {
	for range 3 { // want `retries \(store\).Put after a constant .*, 3 attempts`
		if err = s.Put(ctx, key); err == nil {
			return nil
		}
		time.Sleep(none.apply(2 * time.Second))
	}
	return err
}

func random(ctx context.Context, s store, key string) (err error) {
	for range 3 {
		if err = s.Put(ctx, key); err == nil {
			return nil
		}
		time.Sleep(full.apply(2 * time.Second))
	}
	return err
}
