// Package askedstate asks whether something is so until it is.
package askedstate

import (
	"context"
	"net/http"
	"time"
)

type client struct{ http *http.Client }

func (c *client) bucketExists(ctx context.Context, url string) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
	if err != nil {
		return false
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return false
	}
	resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}

// A failure is a no like another, and the number of questions is bounded.
func (c *client) waitFor(ctx context.Context, url string) bool {
	for range 12 {
		if c.bucketExists(ctx, url) {
			return true
		}
		time.Sleep(5 * time.Second)
	}
	return false
}

// Here nothing bounds it.
func (c *client) waitForEver(ctx context.Context, url string) {
	for !c.bucketExists(ctx, url) { // want `retries \(\*client\).bucketExists after a constant 5s, without limit`
		time.Sleep(5 * time.Second)
	}
}

func (c *client) send(ctx context.Context, url string) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, nil)
	if err != nil {
		return false
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return false
	}
	resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}

// What is done again asks nothing.
func (c *client) deliver(ctx context.Context, url string) bool {
	for range 12 { // want `retries \(\*client\).send after a constant 5s, 12 attempts`
		if c.send(ctx, url) {
			return true
		}
		time.Sleep(5 * time.Second)
	}
	return false
}
