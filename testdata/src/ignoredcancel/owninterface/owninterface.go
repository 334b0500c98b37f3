// Package owninterface has a context with more methods.
package owninterface

import (
	"context"
	"database/sql"
	"time"
)

type Context interface {
	context.Context
	User() string
}

func ready(ctx Context, db *sql.DB) (err error) {
	for range 3 { // want `after a wait that ctx cannot end \(1s\)`
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
