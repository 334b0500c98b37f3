// Package derived takes the earlier of two deadlines: the caller's and that of the attempt.
package derived

import (
	"context"
	"database/sql"
	"time"
)

func load(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		one, cancel := context.WithTimeout(ctx, 30*time.Second)
		err = db.PingContext(one)
		cancel()
		if err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}
