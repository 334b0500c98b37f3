// Package client retries calls that end in a client which retries by itself.
package client

import (
	"context"
	"math/rand/v2"
	"time"

	"nestedretry/client/store"
)

// three makes nine attempts, which is within the limit.
func three(ctx context.Context, s *store.Store) (value string, err error) {
	for range 3 {
		if value, err = s.Load(ctx, "a"); err == nil {
			return value, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return "", err
}

func four(ctx context.Context, s *store.Store) (value string, err error) {
	for range 4 { // want `^up to 12 attempts of \(\*redis.Client\).Get for one call: client.four 4× → go-redis 3× \(MaxRetries = 2 at store.go:17, v9\.7\.0\); when it fails, each layer multiplies its load; retry in one layer: without the retries here it is 3$`
		if value, err = s.Load(ctx, "a"); err == nil {
			return value, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return "", err
}

func twice(ctx context.Context, s *store.Store) (value string, err error) {
	for range 2 { // want `^up to 18 attempts of \(\*redis.Client\).Get for one call: client.twice 2× → client.three 3× \(client.go:14\) → go-redis 3×`
		if value, err = three(ctx, s); err == nil {
			return value, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return "", err
}

func save(ctx context.Context, s *store.Store) (err error) {
	for range 2 { // want `^up to 24 attempts of \(\*redis.Client\).Set for one call: client.save 2× → \(\*store.Store\).Save 4× \(store.go:27\) → go-redis 3×`
		if err = s.Save(ctx, "a", "b"); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}
