// Package labelledcontinue goes round the outer loop from within an inner one.
package labelledcontinue

import (
	"context"
	"time"
)

type event struct{ Last bool }

type stream interface {
	Next(ctx context.Context) (event, error)
}

type feed interface {
	Open(ctx context.Context) (stream, error)
}

func read(ctx context.Context, f feed) (n int, err error) {
opening:
	for range 3 { // want `retries .* after a constant 1s.*, 3 attempts`
		var s stream
		if s, err = f.Open(ctx); err != nil {
			time.Sleep(time.Second)
			continue
		}
		for n = 0; ; n++ {
			var e event
			if e, err = s.Next(ctx); err != nil {
				time.Sleep(time.Second)
				continue opening
			}
			if e.Last {
				return n, nil
			}
		}
	}
	return 0, err
}
