// Package incallee makes the timeout in the function that makes the request.
package incallee

import (
	"context"
	"net/http"
	"time"
)

type shop struct {
	client  *http.Client
	timeout time.Duration
}

func (s *shop) order(url string) (resp *http.Response, err error) {
	for range 4 { // want `retries \(\*shop\).fetch, 4 attempts, each with a timeout of its own that begins with context.Background \(s.timeout\): it is as long whatever`
		if resp, err = s.fetch(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func (s *shop) fetch(url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), s.timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return s.client.Do(req)
}
