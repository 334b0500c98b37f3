// Package sawit falls through after the caller has gone, whatever failed.
package sawit

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

var errBusy = errors.New("busy")

func ready(ctx context.Context, db *sql.DB) error {
	err := db.PingContext(ctx)
	for i := 0; i < 3 && errors.Is(err, errBusy); i++ { // want `retries \(\*sql.DB\).PingContext, 4 attempts, also after it has seen that ctx is done`
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
		err = db.PingContext(ctx)
	}
	return err
}
