// Package workerreceive receives again after a fixed wait; what it does with an item is not repeated.
package workerreceive

import (
	"context"
	"log"
	"time"
)

type source interface {
	Receive(ctx context.Context) (string, error)
}

func work(ctx context.Context, s source, handle func(string) error) error {
	for { // want `retries \(source\).Receive after a constant 1s.*, without limit`
		item, err := s.Receive(ctx)
		if err != nil {
			log.Print(err)
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(time.Second):
			}
			continue
		}
		if err := handle(item); err != nil {
			log.Print(err)
		}
	}
}
