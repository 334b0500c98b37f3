// Package nofix has waits that a fix cannot end.
package nofix

import (
	"context"
	"database/sql"
	"time"
)

// Nobody learns why it returned.
func silent(ctx context.Context, db *sql.DB) bool {
	for range 3 { // want `after a wait that ctx cannot end`
		if db.PingContext(ctx) == nil {
			return true
		}
		time.Sleep(time.Second)
	}
	return false
}

// The wait is no statement of its own.
func clause(ctx context.Context, db *sql.DB) (err error) {
	for i := 0; i < 3; time.Sleep(time.Second) { // want `after a wait that ctx cannot end`
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		i++
	}
	return err
}

// The name means something else where it waits.
func shadowed(ctx context.Context, db *sql.DB) (err error) {
	for range 3 { // want `after a wait that ctx cannot end`
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		{
			ctx := "in " + time.Second.String()
			_ = ctx
			time.Sleep(time.Second)
		}
	}
	return err
}
