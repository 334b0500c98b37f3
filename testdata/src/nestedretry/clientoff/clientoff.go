// Package clientoff turns the retries of a client off, does not come back to it, or
// repeats what the client does not.
package clientoff

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

type store struct{ rdb *redis.Client }

func open(addr string) *store {
	return &store{rdb: redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1})}
}

func (s *store) load(ctx context.Context, key string) (value string, err error) {
	for range 3 {
		if value, err = s.rdb.Get(ctx, key).Result(); err == nil {
			return value, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return "", err
}

// three makes nine attempts: the client makes one.
func (s *store) three(ctx context.Context) (value string, err error) {
	for range 3 {
		if value, err = s.load(ctx, "a"); err == nil {
			return value, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return "", err
}

var errBusy = errors.New("busy")

type retrying struct{ rdb *redis.Client }

func openRetrying(addr string) *retrying {
	return &retrying{rdb: redis.NewClient(&redis.Options{Addr: addr})}
}

// pass leaves its loop when the client has given up.
func (r *retrying) pass(ctx context.Context, op func() error) (err error) {
	for range 12 {
		if err := r.rdb.Ping(ctx).Err(); err != nil {
			return err
		}
		if err = op(); !errors.Is(err, errBusy) {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// login repeats only what the client never does.
func (r *retrying) login(ctx context.Context) (err error) {
	for range 5 {
		if err = r.rdb.Ping(ctx).Err(); err == nil || !strings.Contains(err.Error(), "WRONGPASS") {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// twice makes ten attempts.
func (r *retrying) twice(ctx context.Context) (err error) {
	for range 2 {
		if err = r.login(ctx); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}
