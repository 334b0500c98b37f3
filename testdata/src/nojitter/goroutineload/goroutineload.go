// Package goroutineload starts senders that nobody waits for.
package goroutineload

import (
	"context"
	"log"
)

type store interface {
	Put(ctx context.Context, key string) error
}

func load(ctx context.Context, s store, n int) {
	for range n {
		go func() {
			if err := s.Put(ctx, "probe"); err != nil {
				log.Print(err)
			}
		}()
	}
}
