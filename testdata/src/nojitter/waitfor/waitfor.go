// Package waitfor asks again until a callback says that it is done or the time is up; what fails meanwhile is only remembered.
package waitfor

import (
	"context"
	"fmt"
	"time"
)

type orders interface {
	Ready(ctx context.Context, id string) (bool, error)
}

func waitFor(timeout, interval time.Duration, f func() (bool, error)) error {
	var last error
	up := time.After(timeout)
	for {
		select {
		case <-up:
			return fmt.Errorf("time is up: %w", last)
		default:
		}
		stop, err := f()
		if stop {
			return err
		}
		if err != nil {
			last = err
		}
		time.Sleep(interval)
	}
}

func ready(ctx context.Context, o orders, id string) error {
	return waitFor(time.Minute, time.Second, func() (bool, error) { return o.Ready(ctx, id) })
}
