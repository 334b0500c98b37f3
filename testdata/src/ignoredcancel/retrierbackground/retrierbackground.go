// Package retrierbackground has a retrier that listens, and a caller that gives it nobody to listen to.
package retrierbackground

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
	return repeat(context.Background(), func() error { return db.PingContext(ctx) }) // want `retries \(\*sql.DB\).PingContext, 4 attempts, after a wait that ctx cannot end \(1s\)`
}

func listens(ctx context.Context, db *sql.DB) error {
	return repeat(ctx, func() error { return db.PingContext(ctx) })
}
