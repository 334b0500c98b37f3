// Package statusretry goes round when the answer is a 5xx or the call fails.
package statusretry

import (
	"errors"
	"net/http"
	"time"
)

func get(client *http.Client, url string) (*http.Response, error) {
	for try := 0; try < 4; try++ { // want `retries \(\*http.Client\).Get after a constant 1s, 4 attempts`
		resp, err := client.Get(url)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		if err == nil {
			resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("no answer below 500")
}
