// Package boundinwait has its delay as loop variable: the growing wait is the bound.
package boundinwait

import (
	"context"
	"net/http"
	"time"
)

func send(ctx context.Context, req *http.Request) (resp *http.Response, err error) {
	for d := time.Second; d <= 8*time.Second; d *= 2 { // want `retries \(\*http.Client\).Do after a wait that grows without randomness \(1s, 2s, 4s.*\), 4 attempts`
		if resp, err = http.DefaultClient.Do(req); err == nil {
			return resp, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(d):
		}
	}
	return nil, err
}
