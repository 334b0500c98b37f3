// Package cleanup puts things in order after the loop, whoever has gone.
package cleanup

import (
	"context"
	"database/sql"
	"time"
)

func load(ctx context.Context, db *sql.DB) (err error) {
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		db.ExecContext(ctx, "DELETE FROM tries")
	}()
	for range 5 {
		if _, err = db.ExecContext(ctx, "INSERT INTO tries VALUES (1)"); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}
