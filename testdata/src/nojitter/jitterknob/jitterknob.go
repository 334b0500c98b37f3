// Package jitterknob has a policy with a field for randomness, which one of two users sets.
package jitterknob

import (
	"context"
	"math/rand/v2"
	"time"
)

type policy struct {
	tries  int
	delay  time.Duration
	jitter float64
}

func (p policy) run(ctx context.Context, op func(context.Context) error) (err error) {
	for range p.tries {
		if err = op(ctx); err == nil {
			return nil
		}
		time.Sleep(p.delay + time.Duration(p.jitter*rand.Float64()*float64(p.delay)))
	}
	return err
}

type store interface {
	Put(ctx context.Context, key string) error
}

func set(ctx context.Context, s store) error {
	return policy{tries: 4, delay: time.Second, jitter: 0.5}.run(ctx, func(ctx context.Context) error {
		return s.Put(ctx, "a")
	})
}

func unset(ctx context.Context, s store) error {
	return policy{tries: 4, delay: time.Second}.run(ctx, func(ctx context.Context) error { // want `retries .* after a constant 1s`
		return s.Put(ctx, "b")
	})
}
