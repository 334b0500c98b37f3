// Package libraryretrier gives retriers of libraries waits with and without a random part.
package libraryretrier

import (
	"context"
	"net/http"
	"time"

	avast "github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	"github.com/sethvargo/go-retry"
)

func get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func constant(ctx context.Context, url string) error {
	b := backoff.WithMaxRetries(backoff.NewConstantBackOff(2*time.Second), 3)
	return backoff.Retry(func() error { return get(ctx, url) }, backoff.WithContext(b, ctx)) // want `^retries get after a constant 2s, 4 attempts: clients that fail together come back together; draw each wait at random between 0 and 2s$`
}

func exponential(ctx context.Context, url string) error {
	return backoff.Retry(func() error { return get(ctx, url) }, backoff.NewExponentialBackOff())
}

func unrandomized(ctx context.Context, url string) error {
	b := backoff.NewExponentialBackOff()
	b.RandomizationFactor = 0
	return backoff.Retry(func() error { return get(ctx, url) }, b) // want `^retries get after a wait that grows without randomness \(backoff\.NewExponentialBackOff\), for up to 15m: `
}

func given(ctx context.Context, url string, b backoff.BackOff) error {
	return backoff.Retry(func() error { return get(ctx, url) }, b)
}

func fibonacci(ctx context.Context, url string) error {
	return retry.Do(ctx, retry.WithMaxRetries(4, retry.NewFibonacci(time.Second)), func(ctx context.Context) error { // want `^retries get after a wait that grows without randomness \(retry\.NewFibonacci\), 5 attempts: `
		if err := get(ctx, url); err != nil {
			return retry.RetryableError(err)
		}
		return nil
	})
}

func unmarked(ctx context.Context, url string) error {
	return retry.Do(ctx, retry.NewConstant(time.Second), func(ctx context.Context) error { return get(ctx, url) })
}

func jittered(ctx context.Context, url string) error {
	return retry.Do(ctx, retry.WithJitter(time.Second, retry.NewConstant(time.Second)), func(ctx context.Context) error {
		return retry.RetryableError(get(ctx, url))
	})
}

func byDefault(ctx context.Context, url string) error {
	return avast.Do(func() error { return get(ctx, url) }, avast.Attempts(5))
}

func fixed(ctx context.Context, url string) error {
	return avast.Do(func() error { return get(ctx, url) }, avast.Attempts(5), avast.Delay(time.Second), avast.DelayType(avast.FixedDelay)) // want `^retries get after a constant 1s, 5 attempts: `
}
