// Package namelies calls its wait an exponential backoff with jitter, but neither grows it nor draws it.
package namelies

import (
	"net/http"
	"time"
)

func get(url string) (resp *http.Response, err error) {
	exponentialBackoff := 2 * time.Second
	jitter := 250 * time.Millisecond
	for range 4 { // want `retries http.Get after a constant 2.25s, 4 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(exponentialBackoff + jitter)
	}
	return nil, err
}
