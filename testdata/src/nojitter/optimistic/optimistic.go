// Package optimistic reads, changes and writes if nobody else has written in between.
package optimistic

import (
	"context"
	"database/sql"
)

func increment(ctx context.Context, db *sql.DB, id int) error {
	for {
		var count, version int
		row := db.QueryRowContext(ctx, "SELECT count, version FROM counters WHERE id = ?", id)
		if err := row.Scan(&count, &version); err != nil {
			return err
		}
		res, err := db.ExecContext(ctx, "UPDATE counters SET count = ?, version = ? WHERE id = ? AND version = ?",
			count+1, version+1, id, version)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 1 {
			return err
		}
	}
}
