// Package serverfallback waits as the server asks, and always five seconds where it does not ask.
package serverfallback

import (
	"errors"
	"net/http"
	"strconv"
	"time"
)

func get(url string) (*http.Response, error) {
	for range 3 { // want `retries http.Get after a constant 5s.*, 3 attempts`
		resp, err := http.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		resp.Body.Close()
		delay := 5 * time.Second
		if seconds, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
			delay = time.Duration(seconds) * time.Second
		}
		time.Sleep(delay)
	}
	return nil, errors.New("throttled")
}
