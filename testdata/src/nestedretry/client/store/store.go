// Package store hides a client that retries by itself.
package store

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/redis/go-redis/v9"
)

// Store holds a client that tries up to three times.
type Store struct{ rdb *redis.Client }

// New makes a Store.
func New(addr string) *Store {
	return &Store{rdb: redis.NewClient(&redis.Options{Addr: addr, MaxRetries: 2})}
}

// Load passes a call on to the client.
func (s *Store) Load(ctx context.Context, key string) (string, error) {
	return s.rdb.Get(ctx, key).Result()
}

// Save repeats what the client has repeated: that is libdoubleretry's.
func (s *Store) Save(ctx context.Context, key, value string) (err error) {
	for range 4 {
		if err = s.rdb.Set(ctx, key, value, time.Minute).Err(); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// Touch does so through a wrapper: that is libdoubleretry's as well.
func (s *Store) Touch(ctx context.Context) (err error) {
	for range 4 {
		if err = s.ping(ctx); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func (s *Store) ping(ctx context.Context) error { return s.rdb.Ping(ctx).Err() }
