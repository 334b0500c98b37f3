// Package forclause has everything in the clause of the loop: the test, the counter and the wait.
package forclause

import (
	"context"
	"time"
)

type try struct{ left int }

func (t *try) next(ctx context.Context) bool {
	t.left--
	return t.left >= 0 && ctx.Err() == nil
}

func (t *try) rest(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Second):
	}
}

type store interface {
	Put(ctx context.Context, key string) error
}

func save(ctx context.Context, s store, key string) (err error) {
	for t := (&try{left: 5}); t.next(ctx); t.rest(ctx) { // want `retries \(store\).Put after a constant 1s`
		if err = s.Put(ctx, key); err == nil {
			return nil
		}
	}
	return err
}
