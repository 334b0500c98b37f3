// Package chosenerrors only repeats a failure that is another than the caller's end.
package chosenerrors

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
)

func ready(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		if err = db.PingContext(ctx); !errors.Is(err, driver.ErrBadConn) {
			return err
		}
	}
	return err
}

// What the error is only decides what is done before the next attempt.
func refreshed(ctx context.Context, db *sql.DB, refresh func()) (err error) {
	for range 3 { // want `retries \(\*sql.DB\).PingContext, 3 attempts, without a look at ctx: when it is done each further attempt is for nobody; return when ctx.Err\(\) is not nil`
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		if errors.Is(err, driver.ErrBadConn) {
			refresh()
		}
	}
	return err
}
