// Package linear waits one second more after each failure.
package linear

import (
	"database/sql"
	"time"
)

func ping(db *sql.DB) (err error) {
	for i := range 6 { // want `retries \(\*sql.DB\).Ping after a wait that grows without randomness \(1s, 2s, 3s.*\), 6 attempts`
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Duration(i+1) * time.Second)
	}
	return err
}
