// Package sleep sleeps between attempts while the caller's context is at hand.
package sleep

import (
	"context"
	"net/http"
	"time"
)

func load(ctx context.Context, req *http.Request) (*http.Response, error) {
	var last error
	for range 4 { // want `retries \(\*http.Client\).Do, 4 attempts, after a wait that ctx cannot end \(2s\): .*receives from ctx.Done\(\)$`
		resp, err := http.DefaultClient.Do(req.WithContext(ctx))
		if err == nil {
			return resp, nil
		}
		last = err
		time.Sleep(2 * time.Second)
	}
	return nil, last
}
