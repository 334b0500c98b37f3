// Package judgedlater returns when the caller has gone, unless a flag was set meanwhile.
package judgedlater

import (
	"context"
	"database/sql"
	"sync/atomic"
	"time"
)

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func run(ctx context.Context, db *sql.DB, torn *atomic.Bool) (retry bool, err error) {
	if err := sleep(ctx, time.Second); err != nil {
		return torn.Load(), err
	}
	return true, db.PingContext(ctx)
}

func ping(ctx context.Context, db *sql.DB) (err error) {
	var torn atomic.Bool
	for range 4 {
		var retry bool
		if retry, err = run(ctx, db, &torn); !retry {
			return err
		}
	}
	return err
}
