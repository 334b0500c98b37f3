// Package closure repeats in a function literal; the context is around it.
package closure

import (
	"context"
	"database/sql"
	"time"
)

func start(ctx context.Context, db *sql.DB) {
	go func() {
		for range 3 { // want `after a wait that ctx cannot end \(1s\)`
			if db.Ping() == nil {
				return
			}
			time.Sleep(time.Second)
		}
	}()
}
