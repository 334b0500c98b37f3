// Package forclausejitter waits a random time in the condition of the loop, which also answers whether to go on.
package forclausejitter

import (
	"context"
	"math/rand/v2"
	"time"
)

func pause(ctx context.Context, i int) bool {
	if i == 0 {
		return true
	}
	select {
	case <-ctx.Done():
		return false
	case <-time.After(rand.N(time.Second << i)):
		return true
	}
}

type store interface {
	Put(ctx context.Context, key string) error
}

func save(ctx context.Context, s store, key string) (err error) {
	for i := 0; i < 5 && pause(ctx, i); i++ {
		if err = s.Put(ctx, key); err == nil {
			return nil
		}
	}
	return err
}
