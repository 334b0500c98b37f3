// Package policyfunc keeps its delay in a struct as a function, which the user chooses.
package policyfunc

import (
	"context"
	"time"
)

type Policy struct {
	Tries int
	Delay func(attempt int) time.Duration
}

func (p Policy) Run(ctx context.Context, op func(context.Context) error) (err error) {
	for i := 0; i < p.Tries; i++ {
		if err = op(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(p.Delay(i)):
		}
	}
	return err
}
