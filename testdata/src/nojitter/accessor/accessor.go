// Package accessor asks through what a method without an error hands out: a part of the
// same client, not another server each time.
package accessor

import (
	"context"
	"time"
)

type Lists interface {
	Items(ctx context.Context) ([]string, error)
}

type Client interface {
	Discovery() Lists
	PickServer() Lists
}

func list(ctx context.Context, c Client) (items []string, err error) {
	for range 4 { // want `^retries \(Lists\)\.Items after a constant 1s, 4 attempts: `
		if items, err = c.Discovery().Items(ctx); err == nil {
			return items, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Each round asks whom the client picks.
func anywhere(ctx context.Context, c Client) (items []string, err error) {
	for range 4 {
		if items, err = c.PickServer().Items(ctx); err == nil {
			return items, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
