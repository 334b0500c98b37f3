// Package callback has a retrier that is given the context, and functions that are not.
package callback

import (
	"context"
	"database/sql"
	"time"
)

func repeat(ctx context.Context, op func() error) (err error) {
	for range 4 {
		if err = op(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}

func deaf(ctx context.Context, db *sql.DB) error {
	return repeat(ctx, func() error { // want `retries \(\*sql.DB\).PingContext, 4 attempts, each with a timeout of its own that begins with context.Background: 4 × 10s \+ waits 4s = 44s, whatever is left to ctx`
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		return db.PingContext(ctx)
	})
}

func listens(ctx context.Context, db *sql.DB) error {
	return repeat(ctx, func() error {
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		return db.PingContext(ctx)
	})
}
