// Package errorkinds tells errors that carry a status from others.
package errorkinds

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
)

// Response has the response within.
type Response struct{ *http.Response }

// StatusError is what was answered.
type StatusError struct{ Response *http.Response }

func (e *StatusError) Error() string { return e.Response.Status }

// TextError says that an answer could not be read; it holds no status.
type TextError struct {
	Status string
	Err    error
}

func (e *TextError) Error() string { return e.Status + ": " + e.Err.Error() }

type api interface {
	Do(ctx context.Context, path string) (*Response, error)
}

type client struct{ http *http.Client }

func (c *client) Do(ctx context.Context, path string) (*Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	response := &Response{resp}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return response, &StatusError{resp}
	}
	var into any
	if err := json.NewDecoder(resp.Body).Decode(&into); err != nil {
		return response, &TextError{resp.Status, err}
	}
	return response, nil
}

var _ api = (*client)(nil)

// Only without a response, or with 5xx, there is another attempt.
func byResponse(ctx context.Context, c api) (err error) {
	for range 4 {
		var resp *Response
		if resp, err = c.Do(ctx, "/"); err == nil {
			return nil
		}
		if resp != nil && resp.StatusCode < 500 {
			return err
		}
	}
	return err
}

// The error that is always retried is no answer.
func byKind(ctx context.Context, c api) (err error) {
	for range 4 {
		var resp *Response
		if resp, err = c.Do(ctx, "/"); err == nil {
			return nil
		}
		var text *TextError
		if !errors.As(err, &text) && resp != nil && resp.StatusCode < 500 {
			return err
		}
	}
	return err
}

// Here 404 is among those that lead back.
func any4xx(ctx context.Context, c api) (err error) {
	for range 4 { // want `retries \(api\).Do on 400-407, 409-424, 426-428, 430-499, 4 attempts: these answers do not change; retry only 408, 425, 429, 5xx and network errors`
		var resp *Response
		if resp, err = c.Do(ctx, "/"); err == nil {
			return nil
		}
		if resp != nil && resp.StatusCode < 400 {
			return err
		}
	}
	return err
}
