// Package inclusivebound compares its counter with <=, so three retries are four attempts.
package inclusivebound

import (
	"net/http"
	"time"
)

const maxRetries = 3

func head(url string) (resp *http.Response, err error) {
	for i := 0; i <= maxRetries; i++ { // want `retries http.Head after a constant 500ms, 4 attempts`
		resp, err = http.Head(url)
		if err == nil {
			return resp, nil
		}
		time.Sleep(500 * time.Millisecond)
	}
	return nil, err
}
