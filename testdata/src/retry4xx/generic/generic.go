// Package generic hands operations to a generic function of a library.
package generic

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/cenkalti/backoff/v5"
)

var errStatus = errors.New("status")

func open(ctx context.Context, req *http.Request) (io.ReadCloser, error) {
	return backoff.Retry(ctx, func() (io.ReadCloser, error) { // want `retries \(\*http.Client\).Do on 400-407, 409-424, 426-428, 430-499, 3 attempts`
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode >= 300 {
			resp.Body.Close()
			return nil, errStatus
		}
		return resp.Body, nil
	}, backoff.WithMaxTries(3))
}

func openMarked(ctx context.Context, req *http.Request) (io.ReadCloser, error) {
	return backoff.Retry(ctx, func() (io.ReadCloser, error) {
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return nil, err
		}
		switch {
		case resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode >= 500:
			resp.Body.Close()
			return nil, errStatus
		case resp.StatusCode >= 300:
			resp.Body.Close()
			return nil, backoff.Permanent(errStatus)
		}
		return resp.Body, nil
	}, backoff.WithMaxTries(3))
}
