// Package selecttimer waits on a timer in a select that also looks at the context.
package selecttimer

import (
	"context"
	"database/sql"
	"time"
)

func ping(ctx context.Context, db *sql.DB) (err error) {
	for range 10 { // want `retries \(\*sql.DB\).PingContext after a constant 5s, 10 attempts`
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		timer := time.NewTimer(5 * time.Second)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
	return err
}
