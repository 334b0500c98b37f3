// Package helper makes the contexts in a helper.
package helper

import (
	"context"
	"database/sql"
	"time"
)

func limited() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), 10*time.Second)
}

func within(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, 10*time.Second)
}

func deaf(db *sql.DB) (err error) {
	for range 2 { // want `: 2 × 10s = 20s, whatever`
		ctx, cancel := limited()
		err = db.PingContext(ctx)
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

func listens(ctx context.Context, db *sql.DB) (err error) {
	for range 2 {
		ctx, cancel := within(ctx)
		err = db.PingContext(ctx)
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}
