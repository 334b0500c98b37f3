// Package optionsjitter leaves the randomness of the retrier's wait as it is.
package optionsjitter

import (
	"context"
	"net/http"

	"nojitter/optionsretrier/again"
)

func get(ctx context.Context, url string) error {
	return again.Do(func() error {
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, again.Context(ctx), again.Attempts(4))
}
