// The sleep between two rounds follows success and failure alike, and so keeps the pace of both.
package nofixfoot

import (
	"context"
	"log"
	"time"
)

type jobs interface {
	Next(ctx context.Context) (string, error)
	Run(ctx context.Context, job string) error
}

func work(ctx context.Context, j jobs) {
	for { // want `retries .* after a constant 10s.*, without limit`
		job, err := j.Next(ctx)
		for err == nil && job != "" {
			err = j.Run(ctx, job)
			if err != nil {
				log.Print(err)
				break
			}
			job, err = j.Next(ctx)
		}
		time.Sleep(10 * time.Second)
	}
}
