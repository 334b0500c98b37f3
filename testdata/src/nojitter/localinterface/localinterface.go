// Package localinterface calls its own process through an interface of its own with one implementation.
package localinterface

import (
	"context"
	"errors"
	"time"
)

type cache interface {
	get(ctx context.Context, key string) (string, error)
}

type memory map[string]string

func (m memory) get(_ context.Context, key string) (string, error) {
	v, ok := m[key]
	if !ok {
		return "", errors.New("no " + key)
	}
	return v, nil
}

func newCache() cache { return memory{} }

func read(ctx context.Context, key string) (v string, err error) {
	c := newCache()
	for range 3 {
		if v, err = c.get(ctx, key); err == nil {
			return v, nil
		}
		time.Sleep(time.Second)
	}
	return "", err
}
