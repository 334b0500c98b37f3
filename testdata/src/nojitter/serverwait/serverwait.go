// Package serverwait waits as long as the server asks it to.
package serverwait

import (
	"errors"
	"net/http"
	"strconv"
	"time"
)

var errThrottled = errors.New("throttled")

func get(url string) (*http.Response, error) {
	for range 3 {
		resp, err := http.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		resp.Body.Close()
		seconds, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil {
			return nil, errThrottled
		}
		time.Sleep(time.Duration(seconds) * time.Second)
	}
	return nil, errThrottled
}
