// Package footreturn goes round on one branch only; falling through leaves.
package footreturn

import (
	"net/http"
	"time"
)

func get(url string) (*http.Response, error) {
	for { // want `retries http.Get after a constant 1s.*, without limit`
		resp, err := http.Get(url)
		if err == nil && resp.StatusCode == http.StatusServiceUnavailable {
			resp.Body.Close()
			time.Sleep(time.Second)
			continue
		}
		return resp, err
	}
}
