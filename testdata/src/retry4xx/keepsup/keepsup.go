// Package keepsup keeps a connection up, or waits for a state, for as long as it runs.
package keepsup

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

type statusError struct{ code int }

func (e *statusError) Error() string { return fmt.Sprintf("status %d", e.code) }

// connect returns a stream.
func connect(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, &statusError{resp.StatusCode}
	}
	return resp, nil
}

func serve(resp *http.Response) { resp.Body.Close() }

// anew sets one answer aside, and goes on after all others.
func anew(ctx context.Context, url string) {
	for ctx.Err() == nil {
		resp, err := connect(ctx, url)
		var se *statusError
		if errors.As(err, &se) && se.code == http.StatusNotFound {
			return
		}
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		serve(resp)
	}
}

// state asks for a state until it is reached.
func state(ctx context.Context, url string) {
	for ctx.Err() == nil {
		resp, err := connect(ctx, url)
		if err == nil {
			done := resp.Header.Get("Done") != ""
			resp.Body.Close()
			if done {
				return
			}
		}
		time.Sleep(time.Second)
	}
}
