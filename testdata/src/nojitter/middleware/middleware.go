// Package middleware returns a closure that runs the next handler again when it fails.
package middleware

import (
	"context"
	"time"
)

type Request struct{ Body []byte }

type Response struct{ Body []byte }

type Handler func(ctx context.Context, req *Request) (*Response, error)

func Retry(n int) func(Handler) Handler {
	return func(next Handler) Handler {
		return func(ctx context.Context, req *Request) (resp *Response, err error) {
			for i := 0; i <= n; i++ { // want `retries next with no wait in between, n \+ 1 attempts`
				if resp, err = next(ctx, req); err == nil {
					return resp, nil
				}
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
			}
			return nil, err
		}
	}
}

// Timeout wraps as well, but calls what it wraps once.
func Timeout(d time.Duration) func(Handler) Handler {
	return func(next Handler) Handler {
		return func(ctx context.Context, req *Request) (*Response, error) {
			ctx, cancel := context.WithTimeout(ctx, d)
			defer cancel()
			return next(ctx, req)
		}
	}
}
