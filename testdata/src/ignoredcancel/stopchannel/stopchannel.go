// Package stopchannel is told by a channel when to stop, and does not listen while it waits.
package stopchannel

import (
	"database/sql"
	"time"
)

type watcher struct {
	db   *sql.DB
	done chan struct{}
}

func given(db *sql.DB, stop <-chan struct{}) {
	for db.Ping() != nil { // want `after a wait that stop cannot end \(1s\): .*receives from stop$`
		time.Sleep(time.Second)
	}
}

func (w *watcher) held() {
	for w.db.Ping() != nil { // want `after a wait that w.done cannot end \(1s\)`
		time.Sleep(time.Second)
	}
}
