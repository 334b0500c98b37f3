// Package rangefuncjitter ranges over an iterator that sleeps a random time after each try.
package rangefuncjitter

import (
	"context"
	"iter"
	"math/rand/v2"
	"time"
)

func tries(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
			time.Sleep(rand.N(time.Second << i))
		}
	}
}

type store interface {
	Put(ctx context.Context, key string) error
}

func save(ctx context.Context, s store, key string) (err error) {
	for range tries(5) {
		if err = s.Put(ctx, key); err == nil {
			return nil
		}
	}
	return err
}
