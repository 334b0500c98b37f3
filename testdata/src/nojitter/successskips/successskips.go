// Package successskips waits a random time after a failure, and a success skips the wait.
package successskips

import (
	"context"
	"log"
	"math/rand/v2"
	"time"
)

type queue interface {
	Take(ctx context.Context) (string, error)
}

func work(ctx context.Context, q queue, handle func(string)) {
	for ctx.Err() == nil {
		item, err := q.Take(ctx)
		if err == nil {
			handle(item)
			continue
		}
		log.Print(err)
		time.Sleep(rand.N(5 * time.Second))
	}
}
