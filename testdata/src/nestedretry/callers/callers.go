// Package callers is called by others who retry.
package callers

import (
	"context"
	"database/sql"
)

func load(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

// Handle is called by a mesh that tries three times.
//
//retrylint:callers 3
func Handle(ctx context.Context, db *sql.DB) error { // want `up to 12 attempts of \(\*sql.DB\).PingContext for one request: callers of callers.Handle 3× \(as //retrylint:callers says\) → callers.load 4× \(callers.go:10\); when it fails, each layer multiplies its load; retry in one layer: without the retries of the callers it is 4`
	return load(ctx, db)
}

// Few stays below the limit.
//
//retrylint:callers 2
func Few(ctx context.Context, db *sql.DB) error { return load(ctx, db) }

// Once is one layer: nothing in it retries.
//
//retrylint:callers 30
func Once(ctx context.Context, db *sql.DB) error { return db.PingContext(ctx) }

// inside calls Handle from within the program, where nobody redelivers.
func inside(ctx context.Context, db *sql.DB) (err error) {
	for range 2 {
		if err = Handle(ctx, db); err == nil {
			return nil
		}
	}
	return err
}
