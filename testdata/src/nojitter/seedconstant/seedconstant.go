// Package seedconstant seeds its random source with a constant: each client draws the same waits.
package seedconstant

import (
	"math/rand"
	"net/http"
	"time"
)

func get(url string) (resp *http.Response, err error) {
	random := rand.New(rand.NewSource(42))
	for range 4 { // want `retries http.Get after a (constant wait|wait that grows without randomness).*, 4 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Duration(random.Int63n(int64(time.Second))))
	}
	return nil, err
}
