// Package lasttryafter issues the call twice in the loop and a last time after it.
package lasttryafter

import (
	"context"
	"time"
)

type store interface {
	Delete(ctx context.Context, key string) error
}

func remove(ctx context.Context, s store, key string) error {
	for i := 0; i < 2; i++ { // want `retries \(store\).Delete after a constant 1s, 3 attempts`
		if err := s.Delete(ctx, key); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return s.Delete(ctx, key)
}
