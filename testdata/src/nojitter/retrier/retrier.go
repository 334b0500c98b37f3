// Package retrier has a function that runs another until it succeeds, waiting the same second each time.
package retrier

import (
	"net/http"
	"time"
)

func repeat(n int, op func() error) (err error) {
	for range n { // want `retries op after a constant 1s`
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A helper's wait is its own fault and is reported there, not at each call.
func ready(url string) error {
	return repeat(5, func() error {
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}
