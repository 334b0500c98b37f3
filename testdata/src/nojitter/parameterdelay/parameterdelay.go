// Package parameterdelay sleeps for a parameter that never changes between attempts.
package parameterdelay

import (
	"context"
	"net/http"
	"time"
)

func Fetch(ctx context.Context, req *http.Request, n int, delay time.Duration) (resp *http.Response, err error) {
	for i := 0; i < n; i++ { // want `retries \(\*http.Client\).Do after a constant wait \(delay\), n attempts`
		resp, err = http.DefaultClient.Do(req.WithContext(ctx))
		if err == nil {
			return resp, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(delay):
		}
	}
	return nil, err
}
