// Package until runs what a structure holds until it is accepted.
package until

import (
	"context"
	"time"
)

// Acceptor is what to attempt, and how long to wait in between.
type Acceptor struct {
	Accept func(try int) (accepted bool, result any, err error)
	Delay  *time.Duration
}

// Accepted runs an acceptor until it accepts or fails.
func Accepted(ctx context.Context, acceptor Acceptor) (bool, any, error) {
	delay := 100 * time.Millisecond
	if acceptor.Delay != nil {
		delay = *acceptor.Delay
	}
	for try := 0; ; try++ {
		accepted, result, err := acceptor.Accept(try)
		if accepted || err != nil {
			return accepted, result, err
		}
		select {
		case <-time.After(delay):
		case <-ctx.Done():
			return false, nil, nil
		}
		delay = delay * 3 / 2
	}
}
