// Package field has the context in the receiver.
package field

import (
	"context"
	"database/sql"
	"time"
)

type store struct {
	ctx context.Context
	db  *sql.DB
}

func (s *store) ready() (err error) {
	for range 5 { // want `retries \(\*sql.DB\).PingContext, 5 attempts, after a wait that s.ctx cannot end \(1s\)`
		if err = s.db.PingContext(s.ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
