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
