// Package fakeclock sleeps by a clock that tests replace.
package fakeclock

import (
	"context"
	"net/http"
	"time"
)

type clock interface {
	Sleep(d time.Duration)
	After(d time.Duration) <-chan time.Time
}

type client struct {
	clock clock
	nap   func(time.Duration)
	tries int
}

func (c *client) get(url string) (resp *http.Response, err error) {
	for range 4 { // want `retries http.Get after a constant 2s, 4 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		c.clock.Sleep(2 * time.Second)
	}
	return nil, err
}

func (c *client) grow(ctx context.Context, url string) (*http.Response, error) {
	resp, err := http.Get(url)
	if err == nil || c.tries == 9 {
		return resp, err
	}
	return c.growAgain(ctx, url) // want `retries http.Get after a wait that grows without randomness`
}

func (c *client) growAgain(ctx context.Context, url string) (*http.Response, error) {
	c.tries++
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-c.clock.After(time.Second << c.tries):
	}
	return c.grow(ctx, url)
}

// Nobody can see whether nap waits.
func (c *client) unknown(url string) (resp *http.Response, err error) {
	for range 4 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		c.nap(time.Second)
	}
	return nil, err
}
