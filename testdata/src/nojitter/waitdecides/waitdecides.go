// Package waitdecides has one call that waits and decides to stop, once with a fixed wait and once with a random one.
package waitdecides

import (
	"context"
	"math/rand/v2"
	"time"
)

type backoff struct{ left int }

func (b *backoff) fixed(ctx context.Context, cause error) error {
	if b.left--; b.left < 0 {
		return cause
	}
	return sleep(ctx, time.Second)
}

func (b *backoff) spread(ctx context.Context, cause error) error {
	if b.left--; b.left < 0 {
		return cause
	}
	return sleep(ctx, rand.N(time.Second))
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

type store interface {
	Put(ctx context.Context, key string) error
}

func constant(ctx context.Context, s store, key string) error {
	b := &backoff{left: 3}
	for { // want `retries \(store\).Put after a constant 1s`
		err := s.Put(ctx, key)
		if err == nil {
			return nil
		}
		if err = b.fixed(ctx, err); err != nil {
			return err
		}
	}
}

func random(ctx context.Context, s store, key string) error {
	b := &backoff{left: 3}
	for {
		err := s.Put(ctx, key)
		if err == nil {
			return nil
		}
		if err = b.spread(ctx, err); err != nil {
			return err
		}
	}
}
