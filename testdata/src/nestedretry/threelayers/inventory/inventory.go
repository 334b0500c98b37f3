package inventory

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"time"
)

func Load(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if _, err = db.QueryContext(ctx, "SELECT 1"); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}
