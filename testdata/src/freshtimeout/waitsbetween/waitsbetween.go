// Package waitsbetween waits between attempts, and not after the last.
package waitsbetween

import (
	"context"
	"database/sql"
	"time"
)

func load(db *sql.DB) (err error) {
	for i := 0; ; i++ { // want `: 4 × 30s \+ waits 7s = 2m7s, whatever`
		own, cancel := context.WithDeadline(context.Background(), time.Now().Add(30*time.Second))
		err = db.PingContext(own)
		cancel()
		if err == nil || i == 3 {
			return err
		}
		time.Sleep(time.Second << i)
	}
}
