// Package tokengivenback takes a token that another goroutine puts back after a delay decided elsewhere.
package tokengivenback

import (
	"context"
	"time"
)

type pacer interface {
	Delay(failed bool) time.Duration
}

type store interface {
	Put(ctx context.Context, key string) error
}

type client struct {
	store  store
	pacer  pacer
	tokens chan struct{}
}

func (c *client) giveBack(err error) {
	delay := c.pacer.Delay(err != nil)
	go func() {
		time.Sleep(delay)
		c.tokens <- struct{}{}
	}()
}

func (c *client) save(ctx context.Context, key string) (err error) {
	for range 5 {
		<-c.tokens
		err = c.store.Put(ctx, key)
		c.giveBack(err)
		if err == nil {
			return nil
		}
	}
	return err
}
