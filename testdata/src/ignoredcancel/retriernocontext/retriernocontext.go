// Package retriernocontext has a retrier that leaves its callers no way to end it. That is
// told where it is declared, and not where it is called.
package retriernocontext

import (
	"context"
	"database/sql"
	"time"
)

func Repeat(op func() error) (err error) {
	for d := time.Second; d < 8*time.Second; d *= 2 { // want `retries op, 3 attempts, after a wait that its caller cannot end \(1s, 2s\): .*; take a context`
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}

func ready(ctx context.Context, db *sql.DB) error {
	return Repeat(func() error { return db.PingContext(ctx) })
}
