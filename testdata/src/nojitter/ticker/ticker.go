// Package ticker lets a ticker made before the loop space the attempts.
package ticker

import (
	"context"
	"net/http"
	"time"
)

func wait(ctx context.Context, req *http.Request) error {
	t := time.NewTicker(5 * time.Second)
	defer t.Stop()
	for { // want `retries \(\*http.Client\).Do after a constant 5s, without limit`
		resp, err := http.DefaultClient.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
		}
	}
}
