// Package retrierdep calls a retrier of another package; the retrier is reported, the call is not.
package retrierdep

import (
	"context"

	"nojitter/retrierdep/dep"
)

type store interface {
	Put(ctx context.Context, key string) error
}

func save(ctx context.Context, s store, key string) error {
	return dep.Do(ctx, 4, func(ctx context.Context) error { return s.Put(ctx, key) })
}
