// Package timeoutaswait takes the timeout of the attempt for a wait; a refused connection comes back at once.
package timeoutaswait

import (
	"context"
	"time"
)

type store interface {
	Put(ctx context.Context, key string) error
}

func save(ctx context.Context, s store, key string) (err error) {
	for range 5 { // want `retries \(store\).Put with no wait in between, 5 attempts`
		attempt, cancel := context.WithTimeout(ctx, 3*time.Second)
		err = s.Put(attempt, key)
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}
