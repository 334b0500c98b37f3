// Package selfcall calls itself once more, with a flag turned, and does not wait.
package selfcall

import (
	"context"
	"errors"
)

var errReset = errors.New("connection reset")

type store interface {
	Get(ctx context.Context, key string) ([]byte, error)
}

func pull(ctx context.Context, s store, key string, first bool) ([]byte, error) {
	v, err := s.Get(ctx, key)
	if first && errors.Is(err, errReset) {
		return pull(ctx, s, key, false) // want `retries \(store\).Get with no wait in between.*, 2 attempts`
	}
	return v, err
}
