// Package retriermethodvalue hands a method value to a retrier that is itself a method.
package retriermethodvalue

import "net/http"

type client struct {
	url   string
	tries int
}

func (c *client) ping() error {
	resp, err := http.Get(c.url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *client) again(op func() error) error {
	for i := 1; ; i++ { // want `retries op with no wait in between, (c\.)?tries attempts`
		err := op()
		if err == nil || i >= c.tries {
			return err
		}
	}
}

func (c *client) ready() error { return c.again(c.ping) }
