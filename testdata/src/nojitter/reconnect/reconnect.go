// Package reconnect follows its feed again, after a fixed wait, when it has broken.
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
		if err == nil || ctx.Err() != nil {
			return ctx.Err()
		}
		log.Print("feed broke: ", err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Second):
		}
	}
}
