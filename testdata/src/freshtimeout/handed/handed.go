// Package handed has a retrier that hands out a context which ends in time.
package handed

import (
	"context"
	"database/sql"
	"time"
)

func repeat(ctx context.Context, timeout time.Duration, op func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	for {
		if err := op(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func outer(ctx context.Context, db *sql.DB) error {
	return repeat(ctx, time.Minute, func(context.Context) error { return db.PingContext(ctx) }) // want `each with ctx and not with the context that the function is handed`
}

func inner(ctx context.Context, db *sql.DB) error {
	return repeat(ctx, time.Minute, func(ctx context.Context) error { return db.PingContext(ctx) })
}
