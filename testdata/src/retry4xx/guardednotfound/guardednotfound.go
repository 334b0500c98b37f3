// Package guardednotfound sets one answer aside and repeats all others.
package guardednotfound

import (
	"net/http"
	"time"
)

func get(url string) (resp *http.Response, err error) {
	for range 5 { // want `retries http.Get on 400-403, 405-407, 409-424, 426-428, 430-499, 5 attempts`
		resp, err = http.Get(url)
		if err == nil && (resp.StatusCode < 300 || resp.StatusCode == http.StatusNotFound) {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}
