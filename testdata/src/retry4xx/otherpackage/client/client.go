// Package client makes errors of statuses.
package client

import (
	"errors"
	"fmt"
	"net/http"
)

// ErrMissing says that there is nothing.
var ErrMissing = errors.New("missing")

// StatusError carries a status.
type StatusError struct{ Code int }

func (e *StatusError) Error() string { return fmt.Sprint(e.Code) }

// Client asks.
type Client struct{ http *http.Client }

// Get returns an error for each status that is no success.
func (c *Client) Get(url string) (string, error) {
	resp, err := c.http.Get(url)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		return "", fmt.Errorf("get: %w", ErrMissing)
	}
	if resp.StatusCode >= 400 {
		return "", fmt.Errorf("get: %w", &StatusError{Code: resp.StatusCode})
	}
	return resp.Status, nil
}

// Getter asks.
type Getter interface {
	Get(url string) (string, error)
}
