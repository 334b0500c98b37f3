// Package parameter gives a number where it calls.
package parameter

import (
	"context"
	"database/sql"
)

func ping(ctx context.Context, db *sql.DB, n int) (err error) {
	for range n {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

func twice(ctx context.Context, db *sql.DB) (err error) {
	for range 2 {
		if err = ping(ctx, db, 4); err == nil {
			return nil
		}
	}
	return err
}

func four(ctx context.Context, db *sql.DB) (err error) {
	for range 4 { // want `up to 16 attempts of \(\*sql.DB\).PingContext for one call: parameter.four 4× → parameter.ping 4×`
		if err = ping(ctx, db, 4); err == nil {
			return nil
		}
	}
	return err
}

func any(ctx context.Context, db *sql.DB, n int) (err error) {
	for range 12 { // want `at least 12 attempts of \(\*sql.DB\).PingContext for one call: parameter.any 12× → parameter.ping n×`
		if err = ping(ctx, db, n); err == nil {
			return nil
		}
	}
	return err
}
