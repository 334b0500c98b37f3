// Package jitterfromcounter calls jitter what it computes from the number of the attempt.
package jitterfromcounter

import (
	"net/http"
	"time"
)

func jitter(i int) time.Duration { return time.Duration(i*7919%1000) * time.Millisecond }

func get(url string) (resp *http.Response, err error) {
	for i := range 4 { // want `retries http.Get after a (constant wait|wait that grows without randomness).*, 4 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second + jitter(i))
	}
	return nil, err
}
