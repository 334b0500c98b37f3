// Package callergives has a caller whose deadline is shorter than one attempt.
package callergives

import (
	"context"
	"database/sql"
	"time"
)

func handle(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return load(ctx, db)
}

func load(ctx context.Context, db *sql.DB) (err error) {
	for i := 0; ; i++ { // want `: 4 × 30s \+ waits 7s = 2m7s, where a caller gives 10s, whatever is left to ctx`
		own, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		err = db.PingContext(own)
		cancel()
		if err == nil || i == 3 || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second << i)
	}
}
