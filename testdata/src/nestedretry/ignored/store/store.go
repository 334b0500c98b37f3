// Package store says of one of its retries that they are right.
package store

import (
	"context"
	"database/sql"
)

func Told(ctx context.Context, db *sql.DB) (err error) {
	//retrylint:ignore nestedretry the primary is elected within a second
	for range 4 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

func Untold(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}
