// Package endless repeats something as often as makes no difference.
package endless

import (
	"context"
	"database/sql"
	"math"
	"time"
)

func store(ctx context.Context, db *sql.DB, progress string) (err error) {
	for range math.MaxInt32 {
		if _, err = db.ExecContext(ctx, "UPDATE jobs SET progress = ?", progress); err == nil {
			return nil
		}
	}
	return err
}

func finish(ctx context.Context, db *sql.DB) (err error) {
	for range 3 { // want `attempts of \(\*sql.DB\).ExecContext without limit for one call: endless.finish 3× → endless.store without limit \(endless.go:12\); when it fails, each layer multiplies its load; retry in one layer: without the retries here it is without limit`
		if err = store(ctx, db, "done"); err == nil {
			return nil
		}
	}
	return err
}

// What was not stored is at the next tick, if there is something: no request waits for it.
func watch(ctx context.Context, db *sql.DB, read func() string) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	progress := ""
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if progress == "" {
			continue
		}
		if err := store(ctx, db, progress); err == nil {
			progress = ""
		}
	}
}
