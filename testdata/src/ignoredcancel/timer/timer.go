// Package timer receives from a timer, and from nothing else.
package timer

import (
	"context"
	"database/sql"
	"time"
)

func ready(ctx context.Context, db *sql.DB) (err error) {
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	for range 3 { // want `after a wait that ctx cannot end \(1s\)`
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		<-timer.C
		timer.Reset(time.Second)
	}
	return err
}
