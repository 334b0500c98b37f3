// Package otherpackage repeats what another package makes of the answer.
package otherpackage

import (
	"errors"
	"time"

	"retry4xx/otherpackage/client"
	"retry4xx/otherpackage/judge"
)

func all(c *client.Client, url string) (body string, err error) {
	for range 3 { // want `retries \(\*client.Client\).Get on every error, 400-407, 409-424, 426-428, 430-499 included, 3 attempts`
		if body, err = c.Get(url); err == nil {
			return body, nil
		}
		time.Sleep(time.Second)
	}
	return "", err
}

func butMissing(c *client.Client, url string) (body string, err error) {
	for range 3 { // want `retries \(\*client.Client\).Get on 400-403, 405-407, 409-424, 426-428, 430-499, 3 attempts`
		if body, err = c.Get(url); err == nil || errors.Is(err, client.ErrMissing) {
			return body, nil
		}
		time.Sleep(time.Second)
	}
	return "", err
}

func judged(c *client.Client, url string) (body string, err error) {
	for range 3 { // want `retries \(\*client.Client\).Get on 403, 404, 3 attempts`
		if body, err = c.Get(url); err == nil || !judge.Passes(err) {
			return body, err
		}
		time.Sleep(time.Second)
	}
	return "", err
}

func right(c *client.Client, url string) (body string, err error) {
	for range 3 {
		body, err = c.Get(url)
		var se *client.StatusError
		if err == nil || errors.Is(err, client.ErrMissing) || errors.As(err, &se) && se.Code < 500 {
			return body, err
		}
		time.Sleep(time.Second)
	}
	return "", err
}
