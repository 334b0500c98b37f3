// Package redisdefault retries calls of a client whose own retries nobody turned off.
package redisdefault

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Store keeps its client in a field that the constructor fills.
type Store struct{ rdb *redis.Client }

// New makes a Store.
func New(addr string) *Store {
	return &Store{rdb: redis.NewClient(&redis.Options{Addr: addr})}
}

// Load asks the answer of the call for its error.
func (s *Store) Load(ctx context.Context, key string) (value string, err error) {
	for range 3 { // want `^3 attempts here × 4 in go-redis \(default MaxRetries 3, v9\.7\.0\) = up to 12: go-redis already retries \(\*redis\.Client\)\.Get; MaxRetries: -1 turns go-redis's off$`
		value, err = s.rdb.Get(ctx, key).Result()
		if err == nil {
			return value, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return "", err
}

// Save does so in a method of its own, and retries that.
func (s *Store) Save(ctx context.Context, key, value string) (err error) {
	for range 5 { // want `^5 attempts here × 4 in go-redis \(default MaxRetries 3, v9\.7\.0\) = up to 20: go-redis already retries \(\*redis\.Client\)\.Set; MaxRetries: -1 turns go-redis's off$`
		if err = s.set(ctx, key, value); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

func (s *Store) set(ctx context.Context, key, value string) error {
	return s.rdb.Set(ctx, key, value, time.Minute).Err()
}
