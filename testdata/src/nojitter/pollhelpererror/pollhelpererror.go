// Package pollhelpererror answers "not yet" for every error, which makes the poll helper a retrier without limit.
package pollhelpererror

import (
	"context"
	"time"
)

func poll(ctx context.Context, every time.Duration, look func(context.Context) (bool, error)) error {
	for {
		done, err := look(ctx)
		if err != nil || done {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(every):
		}
	}
}

type store interface {
	Put(ctx context.Context, key string) error
}

func save(ctx context.Context, s store, key string) error {
	return poll(ctx, time.Second, func(ctx context.Context) (bool, error) { // want `retries .* after a constant 1s`
		return s.Put(ctx, key) == nil, nil
	})
}
