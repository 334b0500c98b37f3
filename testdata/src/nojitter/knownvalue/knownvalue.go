// Package knownvalue calls a function of another module through a variable, without
// arguments.
package knownvalue

import (
	"database/sql"
	"runtime"
	"time"
)

func ping(db *sql.DB) (err error) {
	load := runtime.NumGoroutine
	for range 4 { // want `retries \(\*sql.DB\).Ping after a constant 1s, 4 attempts`
		if err = db.Ping(); err == nil {
			return nil
		}
		if load() > 100 {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
