// Package errorleaves has a loop around a call whose failure ends the loop.
package errorleaves

import (
	"context"
	"database/sql"
)

func drain(ctx context.Context, db *sql.DB) error {
	for {
		res, err := db.ExecContext(ctx, "DELETE FROM jobs WHERE done LIMIT 500")
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return err
		}
	}
}
