// Package firsttrybefore issues the call once before the loop and again in it.
package firsttrybefore

import (
	"context"
	"time"
)

type store interface {
	Put(ctx context.Context, key string, value []byte) error
}

func save(ctx context.Context, s store, key string, value []byte) error {
	err := s.Put(ctx, key, value)
	for i := 0; err != nil && i < 3; i++ { // want `retries \(store\).Put after a constant 250ms, 4 attempts`
		time.Sleep(250 * time.Millisecond)
		err = s.Put(ctx, key, value)
	}
	return err
}
