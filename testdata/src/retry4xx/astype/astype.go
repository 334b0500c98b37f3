// Package astype asks with a type argument what kind of error came.
package astype

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

type recoverable struct{ error }

type refused struct{ error }

func put(url string) error {
	resp, err := http.Post(url, "", nil)
	if err != nil {
		return recoverable{err}
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode/100 == 5 || resp.StatusCode == http.StatusTooManyRequests:
		return recoverable{fmt.Errorf("put: %s", resp.Status)}
	case resp.StatusCode == http.StatusNotFound:
		return &missing{resp.Status}
	case resp.StatusCode/100 != 2:
		return refused{fmt.Errorf("put: %s", resp.Status)}
	}
	return nil
}

type missing struct{ status string }

func (m *missing) Error() string { return m.status }

func onlyRecoverable(url string) (err error) {
	for range 4 {
		err = put(url)
		if _, ok := errors.AsType[recoverable](err); !ok {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func butMissing(url string) (err error) {
	for range 4 { // want `^retries put on 400-403, 405-407, 409-424, 426-428, 430-499, 4 attempts: `
		if err = put(url); err == nil {
			return nil
		}
		if m, ok := errors.AsType[*missing](err); ok {
			return m
		}
		time.Sleep(time.Second)
	}
	return err
}
