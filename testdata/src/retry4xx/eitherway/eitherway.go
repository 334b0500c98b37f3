// Package eitherway decides by more than the status.
package eitherway

import (
	"errors"
	"net/http"
	"slices"
	"time"
)

// transient is not followed: a variable holds it.
var transient func(error) bool

var retried = []int{400, 429, 500, 502, 503}

type statusError struct{ code int }

func (e *statusError) Error() string { return http.StatusText(e.code) }

func get(url string) (*http.Response, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= 300 {
		resp.Body.Close()
		return resp, &statusError{resp.StatusCode}
	}
	return resp, nil
}

// either repeats 400 whatever transient says.
func either(url string) (resp *http.Response, err error) {
	for range 3 { // want `retries http.Get on 400, 3 attempts|retries get on 400, 3 attempts`
		resp, err = get(url)
		if err == nil {
			return resp, nil
		}
		if !transient(err) && (resp == nil || !slices.Contains(retried, resp.StatusCode)) {
			return nil, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// both repeats 400 only if transient says so as well.
func both(url string) (resp *http.Response, err error) {
	for range 3 {
		resp, err = get(url)
		if err == nil {
			return resp, nil
		}
		if !transient(err) || resp == nil || !slices.Contains(retried, resp.StatusCode) {
			return nil, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// neither leaves the status to transient.
func neither(url string) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = get(url); err == nil {
			return resp, nil
		}
		if !transient(err) {
			return nil, errors.Join(err, errors.New("final"))
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
