// Package boundpolicy gives a retrier of another module a method value for the wait.
package boundpolicy

import (
	"context"
	"time"

	"nojitter/boundpolicy/retries"
)

type cloud interface {
	CreateImage(ctx context.Context, name string) (string, error)
}

func image(ctx context.Context, c cloud, name string) (id string, err error) {
	err = retries.Config{ // want `retries \(cloud\).CreateImage after a wait that grows without randomness \(200ms, 400ms, 800ms\), 11 attempts: `
		Tries: 11,
		Delay: (&retries.Growth{First: 200 * time.Millisecond, Most: 30 * time.Second, Factor: 2}).Next,
	}.Run(ctx, func(ctx context.Context) error {
		id, err = c.CreateImage(ctx, name)
		return err
	})
	return id, err
}
