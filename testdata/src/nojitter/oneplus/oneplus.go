// Package oneplus ranges over a parameter plus one.
package oneplus

import (
	"net/http"
	"time"
)

func Get(url string, n int) (resp *http.Response, err error) {
	for range n + 1 { // want `retries http.Get after a constant 1s, n \+ 1 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
