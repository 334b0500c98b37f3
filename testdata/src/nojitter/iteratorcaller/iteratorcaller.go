// Package iteratorcaller is handed an iterator that may wait or not.
package iteratorcaller

import (
	"context"
	"iter"
)

type store interface {
	Put(ctx context.Context, key string) error
}

func Save(ctx context.Context, s store, key string, tries iter.Seq[int]) (err error) {
	for range tries {
		if err = s.Put(ctx, key); err == nil {
			return nil
		}
	}
	return err
}
