// Package pollswallowsbounded looks for a state thirty times and takes an error for "not yet": still a poll.
package pollswallowsbounded

import (
	"context"
	"errors"
	"log"
	"time"
)

type jobs interface {
	Done(ctx context.Context, id string) (bool, error)
}

func await(ctx context.Context, j jobs, id string) error {
	for range 30 {
		done, err := j.Done(ctx, id)
		if err != nil {
			log.Print(err)
		} else if done {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return errors.New("not done in a minute")
}
