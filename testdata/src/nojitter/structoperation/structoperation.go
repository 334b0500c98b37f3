// Package structoperation hands what to attempt to a retrier within a structure.
package structoperation

import (
	"context"
	"errors"
	"net/http"

	"nojitter/structoperation/until"
)

var errRefused = errors.New("refused")

func get(ctx context.Context, url string) (*http.Response, error) {
	_, got, err := until.Accepted(ctx, until.Acceptor{ // want `retries http.Get after a wait that grows without randomness \(100ms, 150ms, 225ms\), 5 attempts: `
		Accept: func(try int) (bool, any, error) {
			resp, err := http.Get(url)
			if err == nil || try >= 4 {
				return true, resp, err
			}
			return false, nil, nil
		},
	})
	if err != nil {
		return nil, err
	}
	return got.(*http.Response), nil
}

func once(ctx context.Context, url string) error {
	_, _, err := until.Accepted(ctx, until.Acceptor{
		Accept: func(int) (bool, any, error) {
			resp, err := http.Get(url)
			if err != nil {
				return false, nil, err
			}
			return resp.StatusCode != http.StatusAccepted, nil, resp.Body.Close()
		},
	})
	return err
}

func count(ctx context.Context, numbers []int) error {
	_, _, err := until.Accepted(ctx, until.Acceptor{
		Accept: func(try int) (bool, any, error) {
			if try == len(numbers) {
				return false, nil, errRefused
			}
			return numbers[try] > 0, nil, nil
		},
	})
	return err
}
