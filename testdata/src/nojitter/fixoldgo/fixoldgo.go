//go:build go1.21

// Go 1.21 has no math/rand/v2.
package fixoldgo

import (
	"net/http"
	"time"
)

func get(url string) (resp *http.Response, err error) {
	for i := 0; i < 3; i++ { // want `retries http.Get after a constant 2s, 3 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(2 * time.Second)
	}
	return nil, err
}
