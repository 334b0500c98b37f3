// Package growing does not wait the first time, and then longer and longer.
package growing

import (
	"context"
	"database/sql"
	"time"
)

func ready(ctx context.Context, db *sql.DB) {
	backoff := time.Duration(0)
	for { // want `retries \(\*sql.DB\).PingContext, without limit, after a wait that ctx cannot end`
		if db.PingContext(ctx) == nil {
			return
		}
		time.Sleep(backoff)
		backoff = min(2*backoff+time.Second, time.Minute)
	}
}
