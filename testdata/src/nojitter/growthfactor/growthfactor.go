// Package growthfactor multiplies its wait by a setting.
package growthfactor

import (
	"net/http"
	"time"
)

type Client struct {
	Initial, Max time.Duration
	Factor       float64
}

func (c *Client) Get(url string) (resp *http.Response, err error) {
	delay := c.Initial
	for range 5 { // want `retries http.Get after a wait that grows without randomness.*, 5 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(delay)
		delay = min(time.Duration(float64(delay)*c.Factor), c.Max)
	}
	return nil, err
}
