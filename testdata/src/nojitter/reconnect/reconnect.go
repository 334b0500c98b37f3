// Package reconnect opens its stream again after a fixed wait, however it ended.
package reconnect

import (
	"context"
	"log"
	"time"
)

type feed interface {
	Follow(ctx context.Context, each func(string)) error
}

func run(ctx context.Context, f feed) error {
	for { // want `retries \(feed\).Follow after a constant 5s, without limit`
		err := f.Follow(ctx, func(s string) { log.Print(s) })
		if ctx.Err() != nil {
			return ctx.Err()
		}
		log.Print("feed ended: ", err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Second):
		}
	}
}
