// Package pausedep waits in another package, once for just what it asks for and once for a random part of it.
package pausedep

import (
	"context"
	"database/sql"
	"time"

	"nojitter/pausedep/dep"
)

func same(ctx context.Context, db *sql.DB) (err error) {
	for range 4 { // want `retries \(\*sql.DB\).PingContext after a constant 3s, 4 attempts`
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		if perr := dep.Pause(ctx, 3*time.Second); perr != nil {
			return perr
		}
	}
	return err
}

func random(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		if perr := dep.Spread(ctx, 3*time.Second); perr != nil {
			return perr
		}
	}
	return err
}
