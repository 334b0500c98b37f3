// Package poll waits for a state: no retry, as an error leaves it.
package poll

import (
	"context"
	"database/sql"
	"time"
)

func ready(ctx context.Context, db *sql.DB) error {
	for {
		n, err := count(ctx, db)
		if err != nil || n == 0 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func count(ctx context.Context, db *sql.DB) (n int, err error) {
	err = db.QueryRowContext(ctx, "SELECT count(*) FROM jobs").Scan(&n)
	return n, err
}
