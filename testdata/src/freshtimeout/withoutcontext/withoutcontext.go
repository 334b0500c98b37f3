// Package withoutcontext does not use the context that is at hand.
package withoutcontext

import (
	"context"
	"database/sql"
	"net/http"
	"time"
)

func get(ctx context.Context, url string) (resp *http.Response, err error) {
	for range 3 { // want `retries http.Get, 3 attempts, each without the context that is at hand: http.Get may go on after ctx is done; use http.NewRequestWithContext with ctx`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func request(ctx context.Context, url string) (resp *http.Response, err error) {
	for range 3 { // want `each with a context that never ends \(http.NewRequest\) where ctx is at hand`
		req, err := http.NewRequest(http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		if resp, err = http.DefaultClient.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func query(ctx context.Context, db *sql.DB) (err error) {
	for range 3 { // want `use PingContext with ctx`
		if err = db.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
