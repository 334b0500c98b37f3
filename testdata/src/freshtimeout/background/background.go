// Package background begins each attempt with a timeout of its own.
package background

import (
	"context"
	"database/sql"
	"time"
)

func load(ctx context.Context, db *sql.DB) (err error) {
	for i := range 4 { // want `retries \(\*sql.DB\).PingContext, 4 attempts, each with a timeout of its own that begins with context.Background: 4 × 30s \+ waits 15s = 2m15s, whatever is left to ctx; derive each timeout from ctx$`
		own, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		err = db.PingContext(own)
		cancel()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second << i):
		}
	}
	return err
}

// Somebody ends it: what is cancelled in a goroutine does not go on for ever.
func ended(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		if err = endedOnce(ctx, db); err == nil {
			return nil
		}
	}
	return err
}

func endedOnce(ctx context.Context, db *sql.DB) error {
	own, cancel := context.WithCancel(context.Background())
	go func() {
		<-ctx.Done()
		cancel()
	}()
	return db.PingContext(own)
}
