// Package healthloop asks every backend for its health, again and again, and keeps what it hears.
package healthloop

import (
	"context"
	"time"
)

type backend interface {
	Healthy(ctx context.Context) error
}

func watch(ctx context.Context, backends []backend, set func(i int, healthy bool)) {
	for {
		for i, b := range backends {
			set(i, b.Healthy(ctx) == nil)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(15 * time.Second):
		}
	}
}
