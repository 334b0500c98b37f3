// Package seedtime keeps a random source in a field that is seeded with the time.
package seedtime

import (
	"math/rand"
	"net/http"
	"time"
)

type client struct{ random *rand.Rand }

func newClient() *client {
	return &client{random: rand.New(rand.NewSource(time.Now().UnixNano()))}
}

func (c *client) get(url string) (resp *http.Response, err error) {
	for range 4 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Duration(c.random.Int63n(int64(time.Second))))
	}
	return nil, err
}
