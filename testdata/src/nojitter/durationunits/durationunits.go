// Package durationunits counts durations in other units.
package durationunits

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

func backoff(base, limit time.Duration, attempt uint64) time.Duration {
	const most = int64(^uint64(0) >> 1)
	if base.Nanoseconds() <= 0 {
		return 0
	}
	if attempt > 62 || most/base.Nanoseconds() < (1<<attempt) {
		return limit
	}
	return min(1<<attempt*base, limit)
}

func get(ctx context.Context, url string) (resp *http.Response, err error) {
	for attempt := range uint64(5) { // want `retries http.Get after a wait that grows without randomness \(1s, 2s, 4s\), 5 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(backoff(time.Second, 5*time.Second, attempt))
	}
	return nil, err
}

func inMilliseconds(ctx context.Context, url string) (resp *http.Response, err error) {
	wait := (2 * time.Second).Milliseconds()
	for range 5 { // want `retries http.Get after a constant 2s, 5 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Duration(wait) * time.Millisecond)
	}
	return nil, err
}

func inSeconds(ctx context.Context, url string) (resp *http.Response, err error) {
	window := (2 * time.Second).Seconds()
	for range 5 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Duration(rand.Float64() * window * float64(time.Second)))
	}
	return nil, err
}
