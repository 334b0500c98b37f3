// Package detached cuts the caller off in each attempt.
package detached

import (
	"context"
	"database/sql"
	"time"
)

func load(ctx context.Context, db *sql.DB) (err error) {
	for range 3 { // want `each with a context that never ends \(context.WithoutCancel\) where ctx is at hand`
		if err = ping(ctx, db); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func ping(ctx context.Context, db *sql.DB) error {
	return db.PingContext(context.WithoutCancel(ctx))
}
