// Package waitnotified is woken by somebody else before it tries again.
package waitnotified

import "context"

type registry interface {
	Register(ctx context.Context, name string) error
}

func register(ctx context.Context, r registry, name string, changed <-chan struct{}) error {
	for {
		err := r.Register(ctx, name)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-changed:
		}
	}
}
