// Package peritem retries each item in an inner loop; the outer loop is no retry.
package peritem

import (
	"context"
	"errors"
	"time"
)

type store interface {
	Put(ctx context.Context, key string) error
}

func save(ctx context.Context, s store, keys []string) error {
	var errs []error
	for _, key := range keys {
		var err error
		for range 3 { // want `retries \(store\).Put after a constant 1s, 3 attempts`
			if err = s.Put(ctx, key); err == nil {
				break
			}
			time.Sleep(time.Second)
		}
		if err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
