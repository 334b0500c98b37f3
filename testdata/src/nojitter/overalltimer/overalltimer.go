// Package overalltimer bounds its attempts by a timer that was started before the loop.
package overalltimer

import (
	"context"
	"net/http"
	"time"
)

func lock(ctx context.Context, url string, most time.Duration) (*http.Response, error) {
	pause := time.Second
	over := time.After(most)
	for { // want `retries http.Get after a wait that grows without randomness \(1s, 2s, 4s\): clients`
		resp, err := http.Get(url)
		if err == nil {
			return resp, nil
		}
		again := time.After(pause)
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-over:
			return nil, err
		case <-again:
			pause *= 2
		}
	}
}

func minute(url string) (*http.Response, error) {
	over := time.NewTimer(time.Minute)
	defer over.Stop()
	for { // want `retries http.Get after a constant 10s, for up to 1m: `
		resp, err := http.Get(url)
		if err == nil {
			return resp, nil
		}
		select {
		case <-over.C:
			return nil, err
		case <-time.After(10 * time.Second):
		}
	}
}
