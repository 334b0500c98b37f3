// Package closedstream waits when opening fails, but a stream that ends is opened again at once.
package closedstream

import (
	"context"
	"log"
	"math/rand/v2"
	"time"
)

type stream interface {
	Next(ctx context.Context) (string, error)
}

type feed interface {
	Open(ctx context.Context) (stream, error)
}

func follow(ctx context.Context, f feed) {
	for ctx.Err() == nil { // want `retries .* with no wait in between`
		s, err := f.Open(ctx)
		if err != nil {
			log.Print(err)
			time.Sleep(rand.N(10 * time.Second))
			continue
		}
		for {
			event, err := s.Next(ctx)
			if err != nil {
				log.Print(err)
				break
			}
			log.Print(event)
		}
	}
}
