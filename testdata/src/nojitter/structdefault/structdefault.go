// Package structdefault fills its settings in where the user leaves them at zero.
package structdefault

import (
	"net/http"
	"time"
)

type Options struct {
	Attempts int
	Delay    time.Duration
}

type Client struct{ opts Options }

func New(opts Options) *Client {
	if opts.Attempts == 0 {
		opts.Attempts = 5
	}
	if opts.Delay == 0 {
		opts.Delay = time.Second
	}
	return &Client{opts}
}

func (c *Client) Get(url string) (resp *http.Response, err error) {
	for range c.opts.Attempts { // want `retries http.Get after a constant `
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(c.opts.Delay)
	}
	return nil, err
}
