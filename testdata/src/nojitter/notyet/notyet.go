// Package notyet waits for something that is made elsewhere.
package notyet

import (
	"context"
	"errors"
	"time"
)

var (
	errRepositoryNotProvisioned = errors.New("the repository is not provisioned")
	errRepositoryBusy           = errors.New("the repository is busy")
)

type Client interface {
	GetRepository(ctx context.Context, name string) error
}

func wait(ctx context.Context, c Client, name string) error {
	for {
		err := c.GetRepository(ctx, name)
		if !errors.Is(err, errRepositoryNotProvisioned) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

func use(ctx context.Context, c Client, name string) error {
	for { // want `retries \(Client\).GetRepository after a constant 1s`
		err := c.GetRepository(ctx, name)
		if !errors.Is(err, errRepositoryBusy) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}
