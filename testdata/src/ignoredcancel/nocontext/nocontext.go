// Package nocontext has nobody to listen to, or only a context that never ends.
package nocontext

import (
	"context"
	"database/sql"
	"time"
)

func ready(db *sql.DB) (err error) {
	for range 3 {
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func readyInBackground(db *sql.DB) (err error) {
	ctx := context.WithValue(context.Background(), struct{}{}, 1)
	for range 3 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func readyDetached(ctx context.Context, db *sql.DB) (err error) {
	ctx = context.WithoutCancel(ctx)
	for range 3 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
