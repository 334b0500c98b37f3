// Package twotimers selects between two times: neither is the caller's.
package twotimers

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

func ready(ctx context.Context, db *sql.DB) error {
	limit := time.After(time.Minute)
	for { // want `after a wait that ctx cannot end \(1s\)`
		if db.PingContext(ctx) == nil {
			return nil
		}
		select {
		case <-limit:
			return errors.New("too late")
		case <-time.After(time.Second):
		}
	}
}
