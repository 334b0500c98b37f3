// Package threelayers has three layers that each have a good reason to retry.
package threelayers

import (
	"context"
	"database/sql"

	"nestedretry/threelayers/orders"
)

func handle(ctx context.Context, db *sql.DB) (err error) {
	for attempt := 1; attempt <= 4; attempt++ { // want `up to 64 attempts of \(\*sql.DB\).QueryContext for one call: threelayers.handle 4× → orders.Get 4× \(orders.go:12\) → inventory.Load 4× \(inventory.go:11\); when it fails, each layer multiplies its load; retry in one layer: without the retries here it is 16`
		err = orders.Get(ctx, db)
		if err == nil {
			return nil
		}
	}
	return err
}
