// Package scheduled blocks nobody: a timer starts the next attempt.
package scheduled

import (
	"context"
	"database/sql"
	"time"
)

func refresh(ctx context.Context, db *sql.DB) {
	if db.Ping() != nil {
		time.AfterFunc(time.Second, func() { refresh(ctx, db) })
	}
}
