// Package consecutiveerrors is a poll that gives up after three errors in a row: attempts for the failing path.
package consecutiveerrors

import (
	"context"
	"time"
)

type jobs interface {
	Done(ctx context.Context, id string) (bool, error)
}

func await(ctx context.Context, j jobs, id string) error {
	failed := 0
	for { // want `retries \(jobs\).Done after a constant 2s.*, 3 attempts`
		done, err := j.Done(ctx, id)
		switch {
		case err != nil:
			if failed++; failed == 3 {
				return err
			}
		case done:
			return nil
		default:
			failed = 0
		}
		time.Sleep(2 * time.Second)
	}
}
