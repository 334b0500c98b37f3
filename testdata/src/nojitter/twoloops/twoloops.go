// Package twoloops asks twice, one loop after the other: each waits and counts for
// itself.
package twoloops

import (
	"context"
	"database/sql"
	"time"
)

func load(ctx context.Context, db *sql.DB) (err error) {
	for range 4 { // want `^retries \(\*sql\.DB\)\.PingContext after a constant 2s, 4 attempts: `
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	for range 5 { // want `^retries \(\*sql\.DB\)\.PingContext after a constant 3s, 5 attempts: `
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(3 * time.Second)
	}
	return err
}
