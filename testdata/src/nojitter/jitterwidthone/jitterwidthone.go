// Package jitterwidthone draws from an interval that holds nothing but zero.
package jitterwidthone

import (
	"math/rand/v2"
	"net/http"
	"time"
)

func get(url string) (resp *http.Response, err error) {
	for range 4 { // want `retries http.Get after a constant .*, 4 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second + time.Duration(rand.N(1)))
	}
	return nil, err
}
