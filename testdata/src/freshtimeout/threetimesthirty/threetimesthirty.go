// Package threetimesthirty does not wait: its worst case is a minute and a half.
package threetimesthirty

import (
	"context"
	"database/sql"
	"time"
)

func load(db *sql.DB) (err error) {
	for range 3 { // want `3 attempts, each with a timeout of its own that begins with context.TODO: 3 × 30s = 1m30s, whatever is left to the caller; take a context from the caller and derive each timeout from it$`
		own, cancel := context.WithTimeout(context.TODO(), 30*time.Second)
		err = db.PingContext(own)
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}
