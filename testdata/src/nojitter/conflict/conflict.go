// Package conflict reads, changes and writes again when the store says that somebody else was faster.
package conflict

import (
	"context"
	"errors"
)

var ErrConflict = errors.New("version conflict")

type object struct {
	Version int
	Count   int
}

type store interface {
	Get(ctx context.Context, key string) (object, error)
	Update(ctx context.Context, key string, o object) error
}

func increment(ctx context.Context, s store, key string) error {
	for {
		o, err := s.Get(ctx, key)
		if err != nil {
			return err
		}
		o.Count++
		if err = s.Update(ctx, key, o); !errors.Is(err, ErrConflict) {
			return err
		}
	}
}
