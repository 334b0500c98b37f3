// Package waitforsome waits when it is throttled, and comes straight back after every other error.
package waitforsome

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

var errThrottled = errors.New("throttled")

type store interface {
	Put(ctx context.Context, key string) error
}

func save(ctx context.Context, s store, key string) (err error) {
	for range 5 { // want `retries \(store\).Put with no wait in between.*, 5 attempts`
		if err = s.Put(ctx, key); err == nil {
			return nil
		}
		if errors.Is(err, errThrottled) {
			time.Sleep(rand.N(time.Second))
		}
	}
	return err
}
