// Package asinterface asks an error for a method, whatever its type.
package asinterface

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

type temporary interface{ Temporary() bool }

type looseError struct{ status int }

func (e *looseError) Error() string { return fmt.Sprint(e.status) }

func (e *looseError) Temporary() bool { return e.status != 404 && e.status != 410 }

type strictError struct{ status int }

func (e *strictError) Error() string { return fmt.Sprint(e.status) }

func (e *strictError) Temporary() bool { return e.status == 429 || e.status >= 500 }

func passes(err error) bool {
	var t temporary
	return errors.As(err, &t) && t.Temporary()
}

func status(url string) (int, error) {
	resp, err := http.Get(url)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

func loose(url string) error {
	code, err := status(url)
	if err == nil && code >= 400 {
		err = fmt.Errorf("get: %w", &looseError{code})
	}
	return err
}

func strict(url string) error {
	code, err := status(url)
	if err == nil && code >= 400 {
		err = fmt.Errorf("get: %w", &strictError{code})
	}
	return err
}

func withLoose(url string) (err error) {
	for range 3 { // want `retries loose on 400-403, 405-407, 409, 411-424, 426-428, 430-499, 3 attempts`
		if err = loose(url); err == nil || !passes(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func withStrict(url string) (err error) {
	for range 3 {
		if err = strict(url); err == nil || !passes(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
