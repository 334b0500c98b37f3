// Package rowscan learns in Scan that the query has failed.
package rowscan

import (
	"context"
	"database/sql"
	"time"
)

func count(ctx context.Context, db *sql.DB) (n int, err error) {
	for range 3 { // want `retries \(\*sql.(DB\).QueryRowContext|Row\).Scan) after a constant 1s, 3 attempts`
		if err = db.QueryRowContext(ctx, "SELECT count(*) FROM users").Scan(&n); err == nil {
			return n, nil
		}
		time.Sleep(time.Second)
	}
	return 0, err
}
