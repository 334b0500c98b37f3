// Package looks at the context, or at the error of one, before the next attempt.
package looks

import (
	"context"
	"database/sql"
	"errors"
)

func byContext(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		if err = db.PingContext(ctx); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

func byError(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		err = db.PingContext(ctx)
		if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return err
		}
	}
	return err
}

func byCondition(ctx context.Context, db *sql.DB) (err error) {
	for ctx.Err() == nil {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

func byDefault(ctx context.Context, db *sql.DB) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
		if db.PingContext(ctx) == nil {
			return nil
		}
	}
}
