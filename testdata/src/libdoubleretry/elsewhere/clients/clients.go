// Package clients makes clients for others.
package clients

import (
	"time"

	"github.com/hashicorp/go-retryablehttp"
	"github.com/redis/go-redis/v9"
)

// Cache returns a client that retries six times.
func Cache(addr string) *redis.Client {
	return redis.NewClient(&redis.Options{Addr: addr, MaxRetries: 6})
}

// Queue returns a client that does not retry.
func Queue(addr string) *redis.Client {
	return redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1})
}

// HTTP is a client for all, without retries.
var HTTP = newHTTP()

func newHTTP() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.RetryMax = 0
	c.RetryWaitMax = time.Second
	return c
}

// Pool holds a client.
type Pool struct{ Redis *redis.Client }

// NewPool makes a Pool.
func NewPool(addr string) *Pool {
	return &Pool{Redis: redis.NewClient(&redis.Options{Addr: addr, MaxRetries: 1})}
}
