// Package squarebound is bounded by a product of unknown numbers: no count is printed, and it is not endless either.
package squarebound

import (
	"net/http"
	"time"
)

func get(url string, n int) (resp *http.Response, err error) {
	for i := 0; i < n*n; i++ { // want `retries http.Get after a constant 1s: clients`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
