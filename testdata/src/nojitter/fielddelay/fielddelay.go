// Package fielddelay sleeps for a field: every client made with it waits alike.
package fielddelay

import (
	"net/http"
	"time"
)

type Client struct {
	HTTP    *http.Client
	Retries int
	Delay   time.Duration
}

func (c *Client) Get(url string) (resp *http.Response, err error) {
	for i := 0; i <= c.Retries; i++ { // want `retries \(\*http.Client\).Get after a constant wait \((c\.)?Delay\), (c\.)?Retries \+ 1 attempts`
		resp, err = c.HTTP.Get(url)
		if err == nil {
			return resp, nil
		}
		time.Sleep(c.Delay)
	}
	return nil, err
}
