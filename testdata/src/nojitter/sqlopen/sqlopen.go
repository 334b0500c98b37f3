// Package sqlopen repeats a constructor that does not dial yet.
package sqlopen

import (
	"database/sql"
	"time"
)

func open(dsn string) (db *sql.DB, err error) {
	for range 3 {
		if db, err = sql.Open("postgres", dsn); err == nil {
			return db, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
