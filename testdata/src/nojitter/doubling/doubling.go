// Package doubling doubles its wait, the same for every client.
package doubling

import (
	"context"
	"net/http"
	"time"
)

func send(ctx context.Context, client *http.Client, req *http.Request) (*http.Response, error) {
	delay := time.Second
	var last error
	for i := 0; i < 4; i++ { // want `retries \(\*http.Client\).Do after a wait that grows without randomness \(1s, 2s, 4s.*\), 4 attempts: clients that fail together come back together; draw each wait at random between 0 and that value`
		resp, err := client.Do(req.Clone(ctx))
		if err == nil {
			return resp, nil
		}
		last = err
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(delay):
		}
		delay *= 2
	}
	return nil, last
}
