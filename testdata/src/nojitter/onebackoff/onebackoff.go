// Package onebackoff asks an interface for its wait, of which there is one implementation and it is not random.
package onebackoff

import (
	"net/http"
	"time"
)

type backoff interface{ next() time.Duration }

type fixed time.Duration

func (f fixed) next() time.Duration { return time.Duration(f) }

func get(url string) (resp *http.Response, err error) {
	var b backoff = fixed(2 * time.Second)
	for range 3 { // want `retries http.Get after a constant .*, 3 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(b.next())
	}
	return nil, err
}
