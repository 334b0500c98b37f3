// Package scheduleequal ranges over delays that are all the same, after a first try of its own.
package scheduleequal

import (
	"net/http"
	"time"
)

var delays = [...]time.Duration{2 * time.Second, 2 * time.Second, 2 * time.Second}

func get(url string) (*http.Response, error) {
	resp, err := http.Get(url)
	if err == nil {
		return resp, nil
	}
	for _, delay := range delays { // want `retries http.Get after a constant 2s, 4 attempts`
		time.Sleep(delay)
		resp, err = http.Get(url)
		if err == nil {
			return resp, nil
		}
	}
	return nil, err
}
