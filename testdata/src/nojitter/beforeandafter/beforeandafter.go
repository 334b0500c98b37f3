// Package beforeandafter looks at the same thing before, in and after a loop over items, whatever comes of it.
package beforeandafter

import (
	"context"
	"log"
)

type conn interface {
	Pending(ctx context.Context) error
	Reply(ctx context.Context, item string) error
}

func read(ctx context.Context, c conn, items []string) error {
	if err := c.Pending(ctx); err != nil {
		log.Print(err)
	}
	for _, item := range items {
		if err := c.Pending(ctx); err != nil {
			log.Print(err)
		}
		if err := c.Reply(ctx, item); err != nil {
			return err
		}
	}
	if err := c.Pending(ctx); err != nil {
		log.Print(err)
	}
	return nil
}
