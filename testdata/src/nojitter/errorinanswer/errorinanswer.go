// Package errorinanswer finds the error of a request in the answer.
package errorinanswer

import (
	"context"
	"time"
)

type answer struct {
	Offset int64
	Error  error
	Done   bool
}

type broker interface {
	Produce(ctx context.Context, message string) (*answer, error)
}

func send(ctx context.Context, b broker, message string) (err error) {
	for range 4 { // want `retries \(broker\).Produce after a constant 1s, 4 attempts: `
		var a *answer
		if a, err = b.Produce(ctx, message); a != nil {
			err = a.Error
		}
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func await(ctx context.Context, b broker, message string) error {
	for {
		a, err := b.Produce(ctx, message)
		if err != nil {
			return err
		}
		if a.Error != nil {
			return a.Error
		}
		if a.Done {
			return nil
		}
		time.Sleep(time.Second)
	}
}
