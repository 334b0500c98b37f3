// Package fulljitter draws each wait at random between zero and a growing window.
package fulljitter

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

func send(ctx context.Context, req *http.Request) (*http.Response, error) {
	window := 100 * time.Millisecond
	var last error
	for range 4 {
		resp, err := http.DefaultClient.Do(req)
		if err == nil {
			return resp, nil
		}
		last = err
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(rand.N(window)):
		}
		window = min(2*window, 5*time.Second)
	}
	return nil, last
}
