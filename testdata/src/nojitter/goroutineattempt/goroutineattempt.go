// Package goroutineattempt runs each attempt in a goroutine and waits for its result.
package goroutineattempt

import (
	"context"
	"time"
)

type store interface {
	Put(ctx context.Context, key string) error
}

func save(ctx context.Context, s store, key string) (err error) {
	results := make(chan error)
	for range 3 { // want `retries \(store\).Put after a constant 1s, 3 attempts`
		go func() { results <- s.Put(ctx, key) }()
		if err = <-results; err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
