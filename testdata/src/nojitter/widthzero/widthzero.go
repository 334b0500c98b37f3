// Package widthzero draws from an interval whose two ends are the same.
package widthzero

import (
	"math/rand/v2"
	"net/http"
	"time"
)

func between(lo, hi time.Duration) time.Duration {
	if hi <= lo {
		return lo
	}
	return lo + rand.N(hi-lo)
}

func get(url string) (resp *http.Response, err error) {
	for range 3 { // want `retries http.Get after a constant .*, 3 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(between(2*time.Second, 2*time.Second))
	}
	return nil, err
}
