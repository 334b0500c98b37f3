// Package earlierloop repeats something depending on how a loop before it ended.
package earlierloop

import (
	"context"
	"database/sql"
	"time"
)

func state(ctx context.Context, db *sql.DB) (s string, err error) {
	err = db.QueryRowContext(ctx, "SELECT state FROM shards").Scan(&s)
	return s, err
}

// The first loop goes round before it ends, which the second depends on.
func create(ctx context.Context, db *sql.DB) (err error) {
	leaving := false
	for {
		s, err := state(ctx, db)
		if err != nil {
			return err
		}
		if s != "leaving" {
			break
		}
		leaving = true
	}
	for range 60 { // want `retries \(\*sql.DB\).ExecContext, 60 attempts, after a wait that ctx cannot end \(1s\): a caller that has gone is waited for and asked for again; wait in a select that also receives from ctx.Done\(\)`
		if _, err = db.ExecContext(ctx, "INSERT INTO shards (state) VALUES ('new')"); err == nil || !leaving {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Here nothing makes the second loop go round.
func once(ctx context.Context, db *sql.DB) (err error) {
	leaving := false
	for {
		s, err := state(ctx, db)
		if err != nil {
			return err
		}
		if s != "leaving" {
			break
		}
	}
	for range 60 {
		if _, err = db.ExecContext(ctx, "INSERT INTO shards (state) VALUES ('new')"); err == nil || !leaving {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
