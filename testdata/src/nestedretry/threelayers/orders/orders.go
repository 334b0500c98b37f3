package orders

import (
	"context"
	"database/sql"

	"nestedretry/threelayers/inventory"
)

func Get(ctx context.Context, db *sql.DB) error {
	var err error
	for i := 0; i < 4; i++ { // want `up to 16 attempts of \(\*sql.DB\).QueryContext for one call: orders.Get 4× → inventory.Load 4× \(inventory.go:11\); when it fails, each layer multiplies its load; retry in one layer: without the retries here it is 4`
		if err = inventory.Load(ctx, db); err == nil {
			break
		}
	}
	return err
}
