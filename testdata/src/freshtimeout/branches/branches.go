// Package branches falls back to a context that never ends only where there is no other.
package branches

import (
	"context"
	"database/sql"
	"time"
)

func load(ctx context.Context, db *sql.DB) (err error) {
	if ctx == nil {
		ctx = context.Background()
	}
	for range 5 {
		one, cancel := context.WithTimeout(ctx, 5*time.Second)
		err = db.PingContext(one)
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}
