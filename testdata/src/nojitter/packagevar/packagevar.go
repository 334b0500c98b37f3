// Package packagevar takes its numbers from package variables that nobody changes.
package packagevar

import (
	"net/http"
	"time"
)

var (
	attempts = 6
	pause    = 750 * time.Millisecond
)

func get(url string) (resp *http.Response, err error) {
	for i := 1; i <= attempts; i++ { // want `retries http.Get after a constant 750ms, 6 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(pause)
	}
	return nil, err
}
