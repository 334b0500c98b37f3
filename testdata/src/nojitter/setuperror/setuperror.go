// Package setuperror needs, after the attempt, something that may have failed to be set up.
package setuperror

import (
	"net/http"
	"sync"
	"time"
)

type sender struct{ url string }

var (
	once    sync.Once
	shared  *sender
	makeErr error
)

// newSender is not followed: a variable holds it.
var newSender func() (*sender, error)

func theSender() (*sender, error) {
	once.Do(func() { shared, makeErr = newSender() })
	return shared, makeErr
}

func get(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func send(url string) error {
	try := func() error {
		if err := get(url); err != nil {
			return err
		}
		s, err := theSender()
		if err != nil {
			return err
		}
		return get(s.url)
	}
	for range 5 { // want `^retries try after a constant 1s, 5 attempts: `
		if err := try(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return nil
}
