// Package hotcontinue jumps over the wait at its foot when the call fails.
package hotcontinue

import (
	"context"
	"log"
	"math/rand/v2"
	"time"
)

type queue interface {
	List(ctx context.Context) ([]string, error)
}

func watch(ctx context.Context, q queue, handle func([]string)) {
	for ctx.Err() == nil { // want `retries \(queue\).List with no wait in between`
		items, err := q.List(ctx)
		if err != nil {
			log.Print(err)
			continue
		}
		handle(items)
		time.Sleep(time.Second + rand.N(time.Second))
	}
}
