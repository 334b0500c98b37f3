// Package capped doubles its wait up to a ceiling; a ceiling is no randomness.
package capped

import (
	"net/http"
	"time"
)

const ceiling = 10 * time.Second

func get(url string) (resp *http.Response, err error) {
	backoff := time.Second
	for range 8 { // want `retries http.Get after a wait that grows without randomness \(1s, 2s, 4s.*\), 8 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(backoff)
		if backoff *= 2; backoff > ceiling {
			backoff = ceiling
		}
	}
	return nil, err
}
