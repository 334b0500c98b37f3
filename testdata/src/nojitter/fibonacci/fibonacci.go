// Package fibonacci lets its wait grow as the sum of the last two.
package fibonacci

import (
	"net/http"
	"time"
)

func get(url string) (resp *http.Response, err error) {
	a, b := time.Second, time.Second
	for range 6 { // want `retries http.Get after a wait that grows without randomness.*, 6 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(a)
		a, b = b, a+b
	}
	return nil, err
}
