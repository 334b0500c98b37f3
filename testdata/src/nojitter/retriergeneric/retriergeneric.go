// Package retriergeneric has a retrier for operations with a result of any type.
package retriergeneric

import (
	"context"
	"time"
)

func repeat[T any](ctx context.Context, op func(context.Context) (T, error)) (v T, err error) {
	for range 3 { // want `retries op after a constant 1s, 3 attempts`
		if v, err = op(ctx); err == nil {
			return v, nil
		}
		time.Sleep(time.Second)
	}
	return v, err
}

type users interface {
	Name(ctx context.Context, id int) (string, error)
}

func name(ctx context.Context, u users, id int) (string, error) {
	return repeat(ctx, func(ctx context.Context) (string, error) { return u.Name(ctx, id) })
}
