// Package elsewhere retries calls of clients that another package makes.
package elsewhere

import (
	"context"
	"net/http"
	"time"

	"libdoubleretry/elsewhere/clients"

	"github.com/hashicorp/go-retryablehttp"
)

// Cached uses a client with retries.
func Cached(ctx context.Context, key string) (err error) {
	rdb := clients.Cache("cache:6379")
	for range 3 { // want `^3 attempts here × 7 in go-redis \(MaxRetries = 6 at clients\.go:13, v9\.7\.0\) = up to 21: `
		if err = rdb.Get(ctx, key).Err(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Queued uses one without.
func Queued(ctx context.Context, key string) (err error) {
	rdb := clients.Queue("queue:6379")
	for range 3 {
		if err = rdb.Get(ctx, key).Err(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Shared uses one in a variable, without.
func Shared(req *retryablehttp.Request) (resp *http.Response, err error) {
	for range 3 {
		resp, err = clients.HTTP.Do(req)
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Pooled uses one in a field.
func Pooled(ctx context.Context, pool *clients.Pool, key string) (err error) {
	for range 3 { // want `^3 attempts here × 2 in go-redis \(MaxRetries = 1 at clients\.go:36, v9\.7\.0\) = up to 6: `
		if err = pool.Redis.Get(ctx, key).Err(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
