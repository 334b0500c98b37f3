// Package policystruct keeps count and delay in a struct whose method runs the operation.
package policystruct

import (
	"context"
	"time"
)

type Policy struct {
	Tries int
	Delay time.Duration
}

func (p Policy) Run(ctx context.Context, op func(context.Context) error) (err error) {
	for i := 0; i < p.Tries; i++ { // want `retries op after a constant wait \((p\.)?Delay\), (p\.)?Tries attempts`
		if err = op(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(p.Delay):
		}
	}
	return err
}
