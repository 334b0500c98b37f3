// Package whole gives one attempt all the time there is.
package whole

import (
	"context"
	"database/sql"
	"time"
)

func load(ctx context.Context, db *sql.DB) (err error) {
	all, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for range 3 { // want `each with a timeout as long as all of them have together \(30s of 30s\)`
		one, cancel := context.WithTimeout(all, 30*time.Second)
		err = db.PingContext(one)
		cancel()
		if err == nil || all.Err() != nil {
			return err
		}
	}
	return err
}

func loadInParts(ctx context.Context, db *sql.DB) (err error) {
	all, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for range 3 {
		one, cancel := context.WithTimeout(all, 10*time.Second)
		err = db.PingContext(one)
		cancel()
		if err == nil || all.Err() != nil {
			return err
		}
	}
	return err
}
