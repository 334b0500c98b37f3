// Package counterraisedfirst raises its counter before it compares it.
package counterraisedfirst

import (
	"database/sql"
	"time"
)

func ping(db *sql.DB) error {
	tries := 0
	for { // want `retries \(\*sql.DB\).Ping after a constant 1s, 2 attempts`
		err := db.Ping()
		if err == nil {
			return nil
		}
		tries++
		if tries == 2 {
			return err
		}
		time.Sleep(time.Second)
	}
}
