// Package goeson asks three times in a row; nobody looks whether the caller is still there.
package goeson

import (
	"context"
	"database/sql"
)

func ready(ctx context.Context, db *sql.DB) (err error) {
	for range 3 { // want `retries \(\*sql.DB\).PingContext, 3 attempts, without a look at ctx: .*return when ctx.Err\(\) is not nil$`
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}
