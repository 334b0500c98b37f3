// Package jitterinterface asks an interface for its wait; one implementation is random and one is not.
package jitterinterface

import (
	"math/rand/v2"
	"net/http"
	"time"
)

type backoff interface{ next() time.Duration }

type fixed time.Duration

func (f fixed) next() time.Duration { return time.Duration(f) }

type spread time.Duration

func (s spread) next() time.Duration { return rand.N(time.Duration(s)) }

type Client struct{ backoff backoff }

func New(random bool) *Client {
	if random {
		return &Client{backoff: spread(time.Second)}
	}
	return &Client{backoff: fixed(time.Second)}
}

func (c *Client) Get(url string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(c.backoff.next())
	}
	return nil, err
}
