// Package operationfield keeps the operation in a field, next to count and delay.
package operationfield

import (
	"context"
	"time"
)

type task struct {
	tries int
	run   func(context.Context) error
}

func (t task) do(ctx context.Context) (err error) {
	for range t.tries { // want `retries (t\.)?run after a constant 1s, (t\.)?tries attempts`
		if err = t.run(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type mailer interface {
	Mail(ctx context.Context, to string) error
}

func mail(ctx context.Context, m mailer, to string) error {
	return task{tries: 3, run: func(ctx context.Context) error { return m.Mail(ctx, to) }}.do(ctx)
}
