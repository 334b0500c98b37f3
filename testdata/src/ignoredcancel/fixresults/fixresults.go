// Package fixresults has functions that return other values beside the error.
package fixresults

import (
	"context"
	"database/sql"
	"time"
)

type answer struct{ rows *sql.Rows }

func unnamed(ctx context.Context, db *sql.DB) (int, string, answer, error) {
	for i := 0; ; i++ { // want `retries \(\*sql.DB\).QueryContext, 3 attempts, after a wait that ctx cannot end`
		rows, err := db.QueryContext(ctx, "SELECT 1")
		if err == nil || i == 2 {
			return i, "", answer{rows}, err
		}
		if i > 0 {
			time.Sleep(time.Duration(i) * time.Second)
		} else {
			time.Sleep(100 * time.Millisecond)
		}
	}
}

func named(ctx context.Context, db *sql.DB) (tries int, err error) {
	for tries = range 3 { // want `retries \(\*sql.DB\).PingContext, 3 attempts, after a wait that ctx cannot end \(1s\)`
		if err = db.PingContext(ctx); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return tries, err
}
