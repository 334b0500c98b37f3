// Package fanout sends every message once and goes on when one fails.
package fanout

import (
	"context"
	"errors"
)

type sender interface {
	Send(ctx context.Context, msg string) error
}

func broadcast(ctx context.Context, s sender, msgs []string) error {
	var errs []error
	for _, m := range msgs {
		if err := s.Send(ctx, m); err != nil {
			errs = append(errs, err)
			continue
		}
	}
	return errors.Join(errs...)
}
