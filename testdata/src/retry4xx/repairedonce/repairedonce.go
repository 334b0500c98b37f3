// Package repairedonce makes what was missing and tries once more.
package repairedonce

import (
	"context"
	"net/http"
)

type Directory interface {
	Make(ctx context.Context, path string) error
}

func put(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return &statusError{resp.StatusCode}
	}
	return nil
}

type statusError struct{ code int }

func (e *statusError) Error() string { return http.StatusText(e.code) }

func store(ctx context.Context, d Directory, url string) error {
	made := false
	for {
		err := put(ctx, url)
		if err == nil || made {
			return err
		}
		made = true
		if d.Make(ctx, url) != nil {
			return err
		}
	}
}

func storeAgain(ctx context.Context, url string) error {
	tried := false
	for { // want `retries put on 400-407, 409-424, 426-428, 430-499, 2 attempts`
		err := put(ctx, url)
		if err == nil || tried {
			return err
		}
		tried = true
	}
}
