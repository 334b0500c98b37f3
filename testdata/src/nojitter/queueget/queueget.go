// Package queueget takes items from a queue until that is shut down.
package queueget

import (
	"context"
	"net/http"
)

type Queue interface {
	Get() (item string, shutdown bool)
	AddRateLimited(item string)
	Done(item string)
}

type controller struct {
	queue    Queue
	client   *http.Client
	defaults string
}

func (c *controller) run(ctx context.Context) {
	for c.next(ctx) {
	}
}

// What fails goes back into the queue, which waits.
func (c *controller) next(ctx context.Context) bool {
	item, shutdown := c.queue.Get()
	if shutdown {
		return false
	}
	defer c.queue.Done(item)
	if err := c.sync(ctx, item); err != nil {
		c.queue.AddRateLimited(item)
	}
	return true
}

func (c *controller) sync(ctx context.Context, item string) error {
	resp, err := c.client.Get(c.defaults)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Here nothing is taken from anywhere.
func (c *controller) spin(ctx context.Context) {
	for c.again(ctx) { // want `retries \(\*controller\).again with no wait in between, without limit`
	}
}

func (c *controller) again(ctx context.Context) bool {
	resp, err := c.client.Get(c.defaults)
	if err != nil {
		return true
	}
	resp.Body.Close()
	return false
}
