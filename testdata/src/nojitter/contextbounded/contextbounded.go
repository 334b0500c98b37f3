// Package contextbounded goes on until a context it made itself is done.
package contextbounded

import (
	"context"
	"database/sql"
	"time"
)

func ready(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for { // want `retries \(\*sql.DB\).PingContext after a constant 2s`
		err := db.PingContext(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(2 * time.Second):
		}
	}
}
