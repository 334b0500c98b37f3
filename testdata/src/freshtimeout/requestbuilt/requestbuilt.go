// Package requestbuilt repeats a request that was built without the context.
package requestbuilt

import (
	"context"
	"net/http"
	"time"
)

func deaf(ctx context.Context, url string) (resp *http.Response, err error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	for range 3 { // want `each with a context that never ends \(http.NewRequest\)`
		if resp, err = http.DefaultClient.Do(req); err == nil {
			return resp, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return nil, err
}

func listens(ctx context.Context, url string) (resp *http.Response, err error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	req = req.WithContext(ctx)
	for range 3 {
		if resp, err = http.DefaultClient.Do(req); err == nil {
			return resp, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return nil, err
}
