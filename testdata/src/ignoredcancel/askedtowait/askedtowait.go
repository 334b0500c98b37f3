// Package askedtowait sleeps only where the server asks for it, and looks at the context in
// each round (a finding of low confidence), or as long as it likes.
package askedtowait

import (
	"context"
	"net/http"
	"strconv"
	"time"
)

func get(ctx context.Context, url string) (resp *http.Response, err error) {
	for range 5 { // want `^retries \(\*http\.Client\)\.Do, 5 attempts, after a wait that ctx cannot end: `
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		resp, err = http.DefaultClient.Do(req)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		seconds, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil || ctx.Err() != nil {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Duration(seconds) * time.Second)
	}
	return resp, err
}

func getPatiently(ctx context.Context, url string) (resp *http.Response, err error) {
	for range 5 { // want `^retries \(\*http\.Client\)\.Do, 5 attempts, after a wait that ctx cannot end \(1s\): `
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		resp, err = http.DefaultClient.Do(req)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests {
			return resp, err
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return resp, err
}
