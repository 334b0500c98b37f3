// Package backoffnotwaited builds a backoff and asks it for delays, but only to log them.
package backoffnotwaited

import (
	"context"
	"log/slog"
	"time"
)

type backoff struct {
	left  int
	delay time.Duration
}

func (b *backoff) more() bool { b.left--; return b.left >= 0 }

func (b *backoff) next() time.Duration { b.delay *= 2; return b.delay }

type store interface {
	Put(ctx context.Context, key string) error
}

func save(ctx context.Context, s store, key string) (err error) {
	for b := (&backoff{left: 5, delay: time.Second}); b.more(); { // want `retries \(store\).Put with no wait in between`
		if err = s.Put(ctx, key); err == nil {
			return nil
		}
		slog.Warn("again", "in", b.next())
	}
	return err
}
