// Package jitteronce draws its wait once, before the loop.
package jitteronce

import (
	"math/rand/v2"
	"net/http"
	"time"
)

const base = time.Second

func get(url string) (resp *http.Response, err error) {
	d := base + rand.N(base)
	for range 4 { // want `retries http.Get after a constant wait \((d|1s \+ .*)\).*, 4 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(d)
	}
	return nil, err
}
