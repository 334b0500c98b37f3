// Package callerargument gets its numbers from the only caller.
package callerargument

import (
	"net/http"
	"time"
)

func get(url string, n int, delay time.Duration) (resp *http.Response, err error) {
	for range n { // want `retries http.Get after a constant (wait \(delay\)|2s), (n|3) attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(delay)
	}
	return nil, err
}

func Index() (*http.Response, error) {
	return get("https://shop.example/", 3, 2*time.Second)
}
