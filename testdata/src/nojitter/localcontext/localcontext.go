// Package localcontext repeats a function with a context and an error whose body stays in the process.
package localcontext

import (
	"context"
	"errors"
	"sync"
	"time"
)

var errFull = errors.New("full")

type pool struct {
	mu   sync.Mutex
	free int
}

func (p *pool) acquire(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.free == 0 {
		return errFull
	}
	p.free--
	return nil
}

func (p *pool) wait(ctx context.Context) (err error) {
	for range 100 {
		if err = p.acquire(ctx); err == nil {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}
