// Package booleanpolicy lets the callback's boolean decide and waits the same time for every caller.
package booleanpolicy

import (
	"context"
	"errors"
	"time"
)

func repeat(ctx context.Context, n int, op func(context.Context) (done bool, err error)) error {
	var last error
	for range n {
		done, err := op(ctx)
		if done {
			return err
		}
		last = err
		time.Sleep(time.Second)
	}
	return last
}

var errBusy = errors.New("busy")

type store interface {
	Put(ctx context.Context, key string) error
}

func save(ctx context.Context, s store, key string) error {
	return repeat(ctx, 4, func(ctx context.Context) (bool, error) { // want `retries \(store\).Put after a constant 1s, 4 attempts`
		err := s.Put(ctx, key)
		return !errors.Is(err, errBusy), err
	})
}
