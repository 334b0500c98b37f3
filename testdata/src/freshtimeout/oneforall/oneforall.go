// Package oneforall begins with a context that never ends, and bounds all attempts together.
package oneforall

import (
	"context"
	"database/sql"
	"time"
)

func load(db *sql.DB) (err error) {
	all, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for range 5 {
		one, stop := context.WithTimeout(all, 15*time.Second)
		err = db.PingContext(one)
		stop()
		if err == nil {
			return nil
		}
	}
	return err
}

func loadUntilStopped(db *sql.DB, stopped func(context.CancelFunc)) (err error) {
	all, cancel := context.WithCancel(context.Background())
	stopped(cancel)
	for range 5 {
		one, stop := context.WithTimeout(all, 15*time.Second)
		err = db.PingContext(one)
		stop()
		if err == nil {
			return nil
		}
	}
	return err
}
