// Package limiter asks a rate limiter for leave at the start of each attempt, in another function.
package limiter

import (
	"context"
	"net/http"
)

type limiter interface {
	Wait(ctx context.Context) error
}

type client struct {
	http  *http.Client
	limit limiter
}

func (c *client) do(ctx context.Context, req *http.Request) (*http.Response, error) {
	if err := c.limit.Wait(ctx); err != nil {
		return nil, err
	}
	return c.http.Do(req)
}

func (c *client) send(ctx context.Context, req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = c.do(ctx, req); err == nil {
			return resp, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return nil, err
}
