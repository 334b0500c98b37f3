// Package sharedwait waits in one place after either of two calls has failed.
package sharedwait

import (
	"context"
	"net/http"
	"time"
)

func load(ctx context.Context, check, req *http.Request) (resp *http.Response, err error) {
	for range 4 { // want `retries \(\*http.Client\).Do, 4 attempts, after a wait that ctx cannot end \(2s\)`
		if _, err = http.DefaultClient.Do(check.WithContext(ctx)); err == nil {
			if resp, err = http.DefaultTransport.RoundTrip(req.WithContext(ctx)); err == nil {
				return resp, nil
			}
		}
		time.Sleep(2 * time.Second)
	}
	return nil, err
}
