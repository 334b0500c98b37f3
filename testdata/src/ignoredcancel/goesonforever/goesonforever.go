// Package goesonforever runs hot when the caller has gone.
package goesonforever

import (
	"context"
	"database/sql"
	"log"
	"time"
)

func watch(ctx context.Context, db *sql.DB) {
	for { // want `retries \(\*sql.DB\).QueryContext, without limit, without a look at ctx`
		rows, err := db.QueryContext(ctx, "SELECT 1")
		if err != nil {
			log.Print(err)
			continue
		}
		rows.Close()
		time.Sleep(time.Second)
	}
}
