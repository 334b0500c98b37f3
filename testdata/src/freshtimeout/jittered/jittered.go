// Package jittered waits a random time between attempts: when each attempt's timeout
// ends is not known then, and it is the same request all the same.
package jittered

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

func load(url string) (resp *http.Response, err error) {
	for range 4 { // want `^retries fetch, 4 attempts, each with a timeout of its own that begins with context\.Background: 4 × 30s = 2m and the waits, `
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		resp, err = fetch(ctx, url)
		cancel()
		if err == nil {
			return resp, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return nil, err
}

func fetch(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}
