// Package servedstream opens a stream, reads it until it breaks, and then waits as long as after a failure to open it.
package servedstream

import (
	"context"
	"time"
)

type stream interface {
	Recv() (string, error)
}

type client interface {
	Open(ctx context.Context) (stream, error)
}

func follow(ctx context.Context, c client, handle func(string)) {
	for { // want `retries \(client\).Open after a constant 500ms, without limit`
		s, err := c.Open(ctx)
		if err == nil {
			for {
				v, err := s.Recv()
				if err != nil {
					break
				}
				handle(v)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(500 * time.Millisecond):
		}
	}
}
