// Package pollswallows looks for a state, takes every error for "not yet" and has no limit.
package pollswallows

import (
	"context"
	"log"
	"time"
)

type jobs interface {
	Done(ctx context.Context, id string) (bool, error)
}

func await(ctx context.Context, j jobs, id string) {
	for { // want `retries \(jobs\).Done after a constant 2s.*, without limit`
		done, err := j.Done(ctx, id)
		if err != nil {
			log.Print(err)
		}
		if done {
			return
		}
		time.Sleep(2 * time.Second)
	}
}
