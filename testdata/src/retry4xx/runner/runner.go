// Package runner makes its attempt in a function that another one runs.
package runner

import (
	"context"
	"errors"
	"net/http"
	"time"

	"retry4xx/runner/measure"
)

func get(ctx context.Context, req *http.Request, observe func(time.Duration)) (err error) {
	for range 3 { // want `retries measure.Timed on every error, 400-407, 409-424, 426-428, 430-499 included, 3 attempts`
		err = measure.Timed(ctx, observe, func(ctx context.Context) error {
			resp, err := http.DefaultClient.Do(req.WithContext(ctx))
			if err != nil {
				return err
			}
			defer resp.Body.Close()
			if resp.StatusCode >= 400 {
				return errors.New(resp.Status)
			}
			return nil
		})
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
