// Package gotoagain jumps back to its label once, with nothing changed in between.
package gotoagain

import (
	"context"
	"errors"
)

var errStale = errors.New("stale")

type store interface {
	Put(ctx context.Context, key string) error
}

func save(ctx context.Context, s store, key string) error {
	retried := false
again: // want `retries \(store\).Put with no wait in between.*, 2 attempts`
	err := s.Put(ctx, key)
	if errors.Is(err, errStale) && !retried {
		retried = true
		goto again
	}
	return err
}
