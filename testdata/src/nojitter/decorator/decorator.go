// Package decorator implements an interface by calling the wrapped one inside a retrier.
package decorator

import (
	"context"
	"time"
)

type Store interface {
	Get(ctx context.Context, key string) ([]byte, error)
	Put(ctx context.Context, key string, value []byte) error
}

type steady struct{ next Store }

func (s steady) repeat(op func() error) (err error) {
	for range 3 { // want `retries op after a constant 1s, 3 attempts`
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s steady) Get(ctx context.Context, key string) (value []byte, err error) {
	err = s.repeat(func() error {
		value, err = s.next.Get(ctx, key)
		return err
	})
	return value, err
}

// Put is handed on as it is.
func (s steady) Put(ctx context.Context, key string, value []byte) error {
	return s.next.Put(ctx, key, value)
}

func Steady(s Store) Store { return steady{s} }
