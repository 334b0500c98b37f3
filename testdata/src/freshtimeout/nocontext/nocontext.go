// Package nocontext has no context, and no timeout.
package nocontext

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

func load(db *sql.DB) (err error) {
	for range 5 {
		if err = db.PingContext(context.Background()); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func get(url string) (resp *http.Response, err error) {
	for range 5 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
