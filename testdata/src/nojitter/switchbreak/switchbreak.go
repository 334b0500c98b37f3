// Package switchbreak goes round by a break that only leaves the switch.
package switchbreak

import (
	"context"
	"errors"
	"time"
)

var errBusy = errors.New("busy")

type store interface {
	Put(ctx context.Context, key string) error
}

func save(ctx context.Context, s store, key string) error {
	for { // want `retries \(store\).Put after a constant 1s.*, without limit`
		err := s.Put(ctx, key)
		switch {
		case errors.Is(err, errBusy):
			break
		default:
			return err
		}
		time.Sleep(time.Second)
	}
}
