// Package rangefunc ranges over an iterator that yields the tries and sleeps after each.
package rangefunc

import (
	"context"
	"iter"
	"time"
)

func tries(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
			time.Sleep(time.Second)
		}
	}
}

type store interface {
	Put(ctx context.Context, key string) error
}

func save(ctx context.Context, s store, key string) (err error) {
	for range tries(5) { // want `retries \(store\).Put after a constant 1s`
		if err = s.Put(ctx, key); err == nil {
			return nil
		}
	}
	return err
}
