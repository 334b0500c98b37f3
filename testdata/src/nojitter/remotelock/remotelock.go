// Package remotelock asks a remote store for a lock; "held" is an answer, an error ends it.
package remotelock

import (
	"context"
	"time"
)

type locks interface {
	TryLock(ctx context.Context, name string) (bool, error)
}

func lock(ctx context.Context, l locks, name string) error {
	for {
		got, err := l.TryLock(ctx, name)
		if err != nil {
			return err
		}
		if got {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
	}
}
