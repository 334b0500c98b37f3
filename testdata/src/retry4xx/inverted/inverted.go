// Package inverted stops on what passes and goes on with what is final.
package inverted

import (
	"errors"
	"net/http"
	"time"
)

func get(url string) (*http.Response, error) {
	for range 4 { // want `retries http.Get on 400-407, 409-424, 426-428, 430-499, 4 attempts, and stops on 429, 500-599: the test is the wrong way round`
		resp, err := http.Get(url)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		if resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500 {
			return nil, errors.New("failed")
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("no luck")
}
