// Package counterafterfailure has no loop condition; a test after the failure leaves.
package counterafterfailure

import (
	"database/sql"
	"time"
)

func ping(db *sql.DB) error {
	for tries := 0; ; tries++ { // want `retries \(\*sql.DB\).Ping after a constant 1s, 3 attempts`
		err := db.Ping()
		if err == nil || tries == 2 {
			return err
		}
		time.Sleep(time.Second)
	}
}
