// Package pollhelper has a helper that looks until told to stop; an error of its callback ends it.
package pollhelper

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

type jobs interface {
	Done(ctx context.Context, id string) (bool, error)
}

func await(ctx context.Context, j jobs, id string) error {
	return poll(ctx, time.Second, func(ctx context.Context) (bool, error) {
		return j.Done(ctx, id)
	})
}
