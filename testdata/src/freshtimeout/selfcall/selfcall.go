// Package selfcall starts over with another timeout.
package selfcall

import (
	"context"
	"database/sql"
	"time"
)

func load(db *sql.DB, left int) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	err := db.PingContext(ctx)
	cancel()
	if err != nil && left > 0 {
		time.Sleep(time.Second)
		return load(db, left-1) // want `each with a timeout of its own that begins with context.Background \(5s\): it is as long whatever`
	}
	return err
}
