// Package stopped listens to a channel while it waits; the context is its own affair.
package stopped

import (
	"context"
	"database/sql"
	"time"
)

type watcher struct {
	db   *sql.DB
	stop chan struct{}
}

func (w *watcher) run(ctx context.Context) {
	for w.db.PingContext(ctx) != nil {
		select {
		case <-w.stop:
			return
		case <-time.After(time.Second):
		}
	}
}
