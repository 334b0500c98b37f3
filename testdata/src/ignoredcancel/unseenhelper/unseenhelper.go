// Package unseenhelper waits behind an interface that is given the context.
package unseenhelper

import (
	"context"
	"database/sql"
)

type limiter interface {
	Wait(ctx context.Context) error
}

func ready(ctx context.Context, l limiter, db *sql.DB) error {
	for {
		err := db.PingContext(ctx)
		if err == nil {
			return nil
		}
		if err := l.Wait(ctx); err != nil {
			return err
		}
	}
}
