// Package client hands on what was answered in one way or another.
package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
)

func get(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	resp.Body.Close()
	return resp, nil
}

// Status returns the status.
func Status(ctx context.Context, url string) (int, error) {
	resp, err := get(ctx, url)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, nil
}

// Result is an answer.
type Result struct{ Code int }

// Get returns the status in a struct.
func Get(ctx context.Context, url string) (*Result, error) {
	resp, err := get(ctx, url)
	if err != nil {
		return nil, err
	}
	return &Result{Code: resp.StatusCode}, nil
}

// Loose says whether to try again: unless something is missing.
func Loose(ctx context.Context, url string) (again bool, err error) {
	resp, err := get(ctx, url)
	if err != nil {
		return false, err
	}
	if resp.StatusCode < 400 {
		return false, nil
	}
	return resp.StatusCode != http.StatusNotFound, errors.New(resp.Status)
}

// Strict says whether to try again: if that helps.
func Strict(ctx context.Context, url string) (again bool, err error) {
	resp, err := get(ctx, url)
	if err != nil {
		return false, err
	}
	if resp.StatusCode < 400 {
		return false, nil
	}
	return resp.StatusCode == 429 || resp.StatusCode >= 500, errors.New(resp.Status)
}

// Error carries a judgement.
type Error struct {
	Status int
	Again  bool
}

func (e Error) Error() string { return fmt.Sprint(e.Status) }

// Send returns an error with a judgement that lets 401 through.
func Send(ctx context.Context, url string) error {
	resp, err := get(ctx, url)
	if err != nil {
		return err
	}
	if resp.StatusCode < 400 {
		return nil
	}
	return Error{Status: resp.StatusCode, Again: resp.StatusCode == 401 || resp.StatusCode >= 500}
}
