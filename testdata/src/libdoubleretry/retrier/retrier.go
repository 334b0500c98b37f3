// Package retrier runs calls of clients that retry in retriers of libraries.
package retrier

import (
	"context"
	"errors"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	"github.com/redis/go-redis/v9"
)

// ErrGone is what the application makes of an answer.
var ErrGone = errors.New("gone")

// Load runs the call in a retrier.
func Load(ctx context.Context, rdb *redis.Client, key string) error {
	return backoff.Retry(func() error { // want `^3 attempts here × 4 in go-redis \(default MaxRetries 3, v9\.7\.0\) = up to 12: go-redis already retries \(\*redis\.Client\)\.Get; MaxRetries: -1 turns go-redis's off$`
		return rdb.Get(ctx, key).Err()
	}, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 2))
}

// Selective marks every error final but one of its own.
func Selective(ctx context.Context, rdb *redis.Client, key string) error {
	return backoff.Retry(func() error {
		value, err := rdb.Get(ctx, key).Result()
		if err != nil {
			return backoff.Permanent(err)
		}
		if value == "" {
			return ErrGone
		}
		return nil
	}, backoff.NewExponentialBackOff())
}

// Decided asks a function of its own which failures come back.
func Decided(ctx context.Context, rdb *redis.Client, key string) error {
	return retry.Do(func() error { return rdb.Get(ctx, key).Err() }, retry.RetryIf(func(error) bool { return false }))
}
