// Package renewed gets a new token before it asks again.
package renewed

import (
	"net/http"
	"time"
)

type client struct {
	token string
	renew func() (string, error)
}

func (c *client) refreshToken() (err error) {
	c.token, err = c.renew()
	return err
}

func (c *client) get(req *http.Request) (*http.Response, error) {
	for tries := 0; ; tries++ {
		req.Header.Set("Authorization", "Bearer "+c.token)
		resp, err := http.DefaultClient.Do(req)
		if err != nil || tries == 2 {
			return resp, err
		}
		switch resp.StatusCode {
		case http.StatusUnauthorized:
			resp.Body.Close()
			if err := c.refreshToken(); err != nil {
				return nil, err
			}
			continue
		case http.StatusServiceUnavailable:
			resp.Body.Close()
			time.Sleep(time.Second)
			continue
		}
		return resp, nil
	}
}
