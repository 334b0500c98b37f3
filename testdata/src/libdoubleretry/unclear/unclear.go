// Package unclear assigns clients of which some retry and some do not.
package unclear

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// Store has one constructor with retries and one without.
type Store struct{ rdb *redis.Client }

// New makes a Store.
func New(addr string) *Store {
	return &Store{rdb: redis.NewClient(&redis.Options{Addr: addr})}
}

// NewOnce makes a Store whose client does not retry.
func NewOnce(addr string) *Store {
	return &Store{rdb: redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1})}
}

// Load retries the call: which client it is nobody can tell.
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
