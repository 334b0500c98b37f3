// Package budgetobject asks an object for leave and lets it wait, always as long.
package budgetobject

import (
	"context"
	"time"
)

type budget struct{ left int }

func (b *budget) more() bool { return b.left > 0 }

func (b *budget) wait(ctx context.Context) {
	b.left--
	select {
	case <-ctx.Done():
	case <-time.After(time.Second):
	}
}

type sender interface {
	Send(ctx context.Context, msg string) error
}

func send(ctx context.Context, s sender, msg string) error {
	b := &budget{left: 3}
	for { // want `retries \(sender\).Send after a constant 1s`
		err := s.Send(ctx, msg)
		if err == nil || !b.more() {
			return err
		}
		b.wait(ctx)
	}
}
