// Package schedule ranges over a literal list of delays.
package schedule

import (
	"net/http"
	"time"
)

func get(url string) (*http.Response, error) {
	var last error
	for _, delay := range []time.Duration{time.Second, 5 * time.Second, 15 * time.Second} { // want `retries http.Get after a wait that grows without randomness \(1s, 5s.*\), 3 attempts`
		resp, err := http.Get(url)
		if err == nil {
			return resp, nil
		}
		last = err
		time.Sleep(delay)
	}
	return nil, last
}
