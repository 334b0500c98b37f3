// Package cappedwrong compares the ceiling with something that does not grow.
package cappedwrong

import (
	"net/http"
	"time"
)

const (
	base    = time.Second
	ceiling = 10 * time.Second
)

func get(url string) (resp *http.Response, err error) {
	delay := base
	for range 8 { // want `retries http.Get after a wait that grows without randomness \(1s, 2s, 4s.*\), 8 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(delay)
		delay *= 2
		if base > ceiling {
			delay = ceiling
		}
	}
	return nil, err
}
