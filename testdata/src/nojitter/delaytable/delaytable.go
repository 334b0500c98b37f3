// Package delaytable looks its wait up in a helper that knows a delay for each attempt.
package delaytable

import (
	"net/http"
	"time"
)

func delay(attempt int) time.Duration {
	switch attempt {
	case 0:
		return time.Second
	case 1:
		return 5 * time.Second
	default:
		return 30 * time.Second
	}
}

func get(url string) (resp *http.Response, err error) {
	for i := range 4 { // want `retries http.Get after a wait that grows without randomness.*, 4 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(delay(i))
	}
	return nil, err
}
