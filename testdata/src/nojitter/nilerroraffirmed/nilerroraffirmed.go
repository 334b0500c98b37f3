// Package nilerroraffirmed reads the pages of a list until it is told that no more are
// needed: a success leads to the next call as well.
package nilerroraffirmed

import (
	"context"
	"time"
)

type feed interface {
	Send(ctx context.Context, batch []string) error
}

type audience interface {
	IsSuccess(err error) bool
}

func serve(ctx context.Context, f feed, a audience, batch []string) {
	for {
		err := f.Send(ctx, batch)
		if !a.IsSuccess(err) {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
	}
}
