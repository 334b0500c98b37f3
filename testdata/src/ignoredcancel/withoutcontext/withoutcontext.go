// Package withoutcontext sleeps only where it is given no context.
package withoutcontext

import (
	"context"
	"database/sql"
	"time"
)

func ready(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		if err = db.Ping(); err == nil {
			return nil
		}
		if ctx == nil {
			time.Sleep(time.Second)
			continue
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}
