// Package hotloop sends the next query as soon as the last one has failed.
package hotloop

import (
	"context"
	"database/sql"
)

func names(ctx context.Context, db *sql.DB) (rows *sql.Rows, err error) {
	for range 3 { // want `retries \(\*sql.DB\).QueryContext with no wait in between, 3 attempts: a failing server gets them all at once; wait a random time that grows with each attempt`
		rows, err = db.QueryContext(ctx, "SELECT name FROM users")
		if err == nil {
			return rows, nil
		}
	}
	return nil, err
}
