// Package optionsretrier hands options to the retrier of another module that take
// the randomness out of its wait.
package optionsretrier

import (
	"context"
	"errors"
	"net/http"
	"time"

	"nojitter/optionsretrier/again"
)

type settings struct {
	Attempts uint
	Delay    time.Duration
}

var errClosed = errors.New("closed")

func literal(ctx context.Context, c *http.Client, req *http.Request) error {
	return again.Do(func() error { // want `retries \(\*http.Client\).Do after a constant 1s, 4 attempts: `
		resp, err := c.Do(req.WithContext(ctx))
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, again.Context(ctx), again.Attempts(4), again.Delay(time.Second), again.Pick(again.Fixed))
}

func fromHelper(ctx context.Context, s settings, url string) (*http.Response, error) {
	return retry(ctx, s, func() (*http.Response, error) {
		return http.Get(url)
	}, func(err error) bool { return !errors.Is(err, errClosed) })
}

func retry[T any](ctx context.Context, s settings, op func() (T, error), keepOn func(error) bool) (T, error) {
	return again.DoWithValue(op, options(ctx, s, keepOn)...) // want `retries op after a wait that grows without randomness \(computed from s.Delay\), max\(s.Attempts, 1\) attempts: `
}

func options(ctx context.Context, s settings, keepOn func(error) bool) []again.Option {
	opts := []again.Option{
		again.Context(ctx),
		again.Attempts(max(s.Attempts, 1)),
		again.Pick(again.Doubling),
		again.Delay(s.Delay),
		again.MaxDelay(time.Minute),
		again.OnRetry(func(n uint, err error) { println("again", n+1, err.Error()) }),
	}
	if keepOn != nil {
		opts = append(opts, again.If(keepOn))
	}
	return opts
}
