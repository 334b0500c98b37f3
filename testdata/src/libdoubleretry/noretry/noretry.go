// Package noretry has loops around calls of clients that retry which are no retries.
package noretry

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Each asks for one key after the other.
func Each(ctx context.Context, rdb *redis.Client, keys []string) error {
	for _, key := range keys {
		if err := rdb.Get(ctx, key).Err(); err != nil {
			return err
		}
	}
	return nil
}

// Refresh asks again each minute, whether it failed or not.
func Refresh(ctx context.Context, rdb *redis.Client) {
	for {
		_ = rdb.Get(ctx, "config").Err()
		time.Sleep(time.Minute)
	}
}

// Until waits for a value, and leaves on an error.
func Until(ctx context.Context, rdb *redis.Client) error {
	for {
		v, err := rdb.Get(ctx, "state").Result()
		if err != nil {
			return err
		}
		if v == "ready" {
			return nil
		}
		time.Sleep(time.Second)
	}
}
