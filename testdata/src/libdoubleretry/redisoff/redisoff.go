// Package redisoff retries calls of clients whose own retries are turned off in sight.
package redisoff

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Store keeps its client in a field that the constructor fills.
type Store struct{ rdb *redis.Client }

// New makes a Store.
func New(addr string) *Store {
	return &Store{rdb: redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1})}
}

// Load retries the call of the field.
func (s *Store) Load(ctx context.Context, key string) (value string, err error) {
	for range 3 {
		value, err = s.rdb.Get(ctx, key).Result()
		if err == nil {
			return value, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return "", err
}

// Ping sets the field of options after they were made.
func Ping(ctx context.Context, addr string) (err error) {
	opts := &redis.Options{Addr: addr}
	opts.MaxRetries = -1
	rdb := redis.NewClient(opts)
	for range 3 {
		if err = rdb.Ping(ctx).Err(); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

const noRetries = -1

var options = redis.Options{MaxRetries: noRetries}

var shared = redis.NewClient(&options)

// PingShared uses a client and options in package variables.
func PingShared(ctx context.Context) (err error) {
	for range 3 {
		if err = shared.Ping(ctx).Err(); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}
