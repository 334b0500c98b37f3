// Package mutualcall has two functions that call each other when the call fails.
package mutualcall

import (
	"context"
	"log"
	"time"
)

type store interface {
	Put(ctx context.Context, key string) error
}

func save(ctx context.Context, s store, key string) error {
	if err := s.Put(ctx, key); err != nil {
		return again(ctx, s, key, err) // want `retries \(store\).Put after a constant 1s`
	}
	return nil
}

func again(ctx context.Context, s store, key string, cause error) error {
	if ctx.Err() != nil {
		return cause
	}
	log.Print(cause)
	time.Sleep(time.Second)
	return save(ctx, s, key)
}
