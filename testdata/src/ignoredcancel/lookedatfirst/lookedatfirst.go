// Package lookedatfirst looks at the context before each attempt: a wait that began
// just before the caller went still goes on to its end.
package lookedatfirst

import (
	"context"
	"database/sql"
	"time"
)

func ready(ctx context.Context, db *sql.DB) error {
	for { // want `after a wait that ctx cannot end \(15s\)`
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if db.PingContext(ctx) == nil {
			return nil
		}
		time.Sleep(15 * time.Second)
	}
}
