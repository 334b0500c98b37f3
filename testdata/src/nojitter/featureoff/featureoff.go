// Package featureoff switches a feature off that the server does not know and tries once more at once.
package featureoff

import (
	"context"
	"errors"
)

var errUnsupported = errors.New("compression not supported")

type store interface {
	Put(ctx context.Context, key string, compress bool) error
}

func save(ctx context.Context, s store, key string) error {
	compress := true
	for {
		err := s.Put(ctx, key, compress)
		if !errors.Is(err, errUnsupported) || !compress {
			return err
		}
		compress = false
	}
}
