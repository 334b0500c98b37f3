// Package maptable looks the status up in a table that holds one that is final.
package maptable

import (
	"net/http"
	"time"
)

var retryable = map[int]bool{429: true, 500: true, 502: true, 409: true, 404: false}

func get(url string) (resp *http.Response, err error) {
	for range 4 { // want `retries http.Get on 409, 4 attempts`
		resp, err = http.Get(url)
		if err == nil && !retryable[resp.StatusCode] {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}
