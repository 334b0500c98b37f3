// Package constantforone waits the same second for one error, and every other one leaves.
package constantforone

import (
	"context"
	"errors"
	"time"
)

var errBusy = errors.New("busy")

type store interface {
	Put(ctx context.Context, key string) error
}

func save(ctx context.Context, s store, key string) (err error) {
	for range 3 { // want `retries \(store\).Put after a constant 1s.*, 3 attempts`
		if err = s.Put(ctx, key); !errors.Is(err, errBusy) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
