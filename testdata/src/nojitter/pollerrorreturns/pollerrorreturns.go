// Package pollerrorreturns looks until the job is done; an error ends it.
package pollerrorreturns

import (
	"context"
	"time"
)

type Status struct{ Ready bool }

type jobs interface {
	Status(ctx context.Context, id string) (Status, error)
}

func await(ctx context.Context, j jobs, id string) error {
	for {
		st, err := j.Status(ctx, id)
		if err != nil || st.Ready {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(2 * time.Second):
		}
	}
}
