// Package fallbackloop asks the second server only after the first has failed, each in a
// loop of its own.
package fallbackloop

import (
	"net/http"
	"time"
)

func load(first, second string) (resp *http.Response, err error) {
	for range 4 { // want `^retries http\.Get after a constant 2s, 4 attempts: `
		if resp, err = http.Get(first); err == nil {
			return resp, nil
		}
		time.Sleep(2 * time.Second)
	}
	for tries := 0; tries < 5; tries++ { // want `^retries http\.Get after a constant 3s, 5 attempts: `
		if resp, err = http.Get(second); err == nil {
			return resp, nil
		}
		time.Sleep(3 * time.Second)
	}
	return nil, err
}
