// Package sleepincallee runs a function without a result that logs, sleeps and returns when it fails.
package sleepincallee

import (
	"context"
	"log"
	"time"
)

type conn interface {
	Next(ctx context.Context) (string, error)
}

type bus interface {
	Subscribe(ctx context.Context, topic string) (conn, error)
}

func serve(ctx context.Context, b bus) {
	c, err := b.Subscribe(ctx, "orders")
	if err != nil {
		log.Print(err)
		time.Sleep(5 * time.Second)
		return
	}
	for {
		msg, err := c.Next(ctx)
		if err != nil {
			log.Print(err)
			time.Sleep(5 * time.Second)
			return
		}
		log.Print(msg)
	}
}

func run(ctx context.Context, b bus) {
	for ctx.Err() == nil { // want `retries .* after a constant 5s`
		serve(ctx, b)
	}
}
