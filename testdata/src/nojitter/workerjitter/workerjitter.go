// Package workerjitter receives again after a random wait.
package workerjitter

import (
	"context"
	"log"
	"math/rand/v2"
	"time"
)

type source interface {
	Receive(ctx context.Context) (string, error)
}

func work(ctx context.Context, s source, handle func(string)) error {
	for {
		item, err := s.Receive(ctx)
		if err == nil {
			handle(item)
			continue
		}
		log.Print(err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second + rand.N(time.Second)):
		}
	}
}
