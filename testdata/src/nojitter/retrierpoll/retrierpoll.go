// Package retrierpoll uses a retrier as a poll; the retrier is reported for its own wait, the call is not.
package retrierpoll

import (
	"context"
	"errors"
	"time"
)

type permanent struct{ error }

func repeat(ctx context.Context, n int, op func() error) (err error) {
	for range n { // want `retries op after a constant 1s, n attempts`
		if err = op(); err == nil {
			return nil
		}
		if p, ok := errors.AsType[permanent](err); ok {
			return p.error
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}

var errNotYet = errors.New("not yet")

type jobs interface {
	Done(ctx context.Context, id string) (bool, error)
}

func await(ctx context.Context, j jobs, id string) error {
	return repeat(ctx, 60, func() error {
		done, err := j.Done(ctx, id)
		if err != nil {
			return permanent{err}
		}
		if !done {
			return errNotYet
		}
		return nil
	})
}
