// Package retrierdeaf has a retrier whose fault is told where it is declared, and not
// where it is called.
package retrierdeaf

import (
	"context"
	"database/sql"
	"time"
)

func repeat(ctx context.Context, op func(context.Context) error) (err error) {
	for range 4 { // want `retries op, 4 attempts, after a wait that ctx cannot end \(1s\)`
		if err = op(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func ready(ctx context.Context, db *sql.DB) error {
	return repeat(ctx, db.PingContext)
}
