// Package flagloop goes on until a variable says that it has worked.
package flagloop

import (
	"context"
	"log"
	"time"
)

type registry interface {
	Register(ctx context.Context, name string) error
}

func register(ctx context.Context, r registry, name string) {
	registered := false
	for !registered { // want `retries \(registry\).Register after a constant 3s, without limit`
		if err := r.Register(ctx, name); err != nil {
			log.Print(err)
			time.Sleep(3 * time.Second)
		} else {
			registered = true
		}
	}
}
