// Package listenshelper waits in a helper that listens, and one that says with a flag
// whether to go on.
package listenshelper

import (
	"context"
	"database/sql"
	"time"
)

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

func rests(ctx context.Context, d time.Duration) bool { return sleep(ctx, d) == nil }

func ready(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx, time.Second); err != nil {
			return err
		}
	}
	return err
}

func readyToo(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		if err = db.PingContext(ctx); err == nil || !rests(ctx, time.Second) {
			return err
		}
	}
	return err
}
