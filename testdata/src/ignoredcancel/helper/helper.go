// Package helper waits in a function that knows nothing of the caller.
package helper

import (
	"context"
	"database/sql"
	"time"
)

func nap(d time.Duration) time.Duration {
	time.Sleep(d)
	return min(2*d, 20*time.Second)
}

func ready(ctx context.Context, db *sql.DB) (err error) {
	d := time.Second
	for range 6 { // want `after a wait that ctx cannot end \(1s, 2s, 4s\)`
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		d = nap(d)
	}
	return err
}
