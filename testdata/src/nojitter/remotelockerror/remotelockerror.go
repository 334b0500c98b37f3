// Package remotelockerror goes round on every error of a remote lock.
package remotelockerror

import (
	"context"
	"time"
)

type locks interface {
	Lock(ctx context.Context, name string) error
}

func lock(ctx context.Context, l locks, name string) error {
	for { // want `retries \(locks\).Lock after a constant 500ms, without limit`
		err := l.Lock(ctx, name)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
	}
}
