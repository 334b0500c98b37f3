// Package value puts something on the caller's context.
package value

import (
	"context"
	"database/sql"
	"time"
)

type key struct{}

func load(ctx context.Context, db *sql.DB) (err error) {
	for i := range 5 {
		one := context.WithValue(ctx, key{}, i)
		if err = db.PingContext(one); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}
