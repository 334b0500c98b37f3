// Package stored uses the context that it was made with, and not the caller's.
package stored

import (
	"context"
	"database/sql"
	"time"
)

type store struct {
	ctx context.Context
	db  *sql.DB
}

func (s *store) load(ctx context.Context) error {
	return repeat(ctx, func() error { return s.db.PingContext(s.ctx) }) // want `each with s.ctx and not with ctx, which the caller hands in`
}

func (s *store) loadInBackground() error {
	return repeat(s.ctx, func() error { return s.db.PingContext(s.ctx) })
}

func repeat(ctx context.Context, op func() error) (err error) {
	for range 4 {
		if err = op(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}
