// Package timetick ranges over the channel of time.Tick.
package timetick

import (
	"database/sql"
	"log"
	"time"
)

func ready(db *sql.DB) {
	for range time.Tick(3 * time.Second) { // want `retries \(\*sql.DB\).Ping after a constant 3s, without limit`
		err := db.Ping()
		if err == nil {
			return
		}
		log.Print(err)
	}
}
