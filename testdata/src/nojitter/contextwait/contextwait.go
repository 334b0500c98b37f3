// Package contextwait waits for a context of two seconds to end.
package contextwait

import (
	"context"
	"database/sql"
	"time"
)

func ready(ctx context.Context, db *sql.DB) (err error) {
	for range 5 { // want `retries \(\*sql.DB\).PingContext after a constant 2s, 5 attempts`
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		pause, cancel := context.WithTimeout(ctx, 2*time.Second)
		<-pause.Done()
		cancel()
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return err
}
