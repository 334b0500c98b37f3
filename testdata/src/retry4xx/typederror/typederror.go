// Package typederror carries the status in an error to a judge that lets one through.
package typederror

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

type statusError struct{ code int }

func (e *statusError) Error() string { return fmt.Sprint(e.code) }

func final(err error) bool {
	var se *statusError
	return errors.As(err, &se) && se.code < 500 && se.code != 429 && se.code != 408 && se.code != 401
}

func post(url string) error {
	var last error
	for range 4 { // want `retries send on 401, 4 attempts`
		if last = send(url); last == nil {
			return nil
		}
		if final(last) {
			return last
		}
		time.Sleep(time.Second)
	}
	return last
}

func send(url string) error {
	resp, err := http.Post(url, "", nil)
	if err != nil {
		return fmt.Errorf("post: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return fmt.Errorf("post: %w", &statusError{resp.StatusCode})
	}
	return nil
}
