// Package only5xx goes round for what passes.
package only5xx

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

type statusError struct{ code int }

func (e *statusError) Error() string { return fmt.Sprint(e.code) }

func again(err error) bool {
	var se *statusError
	if errors.As(err, &se) {
		switch {
		case se.code == http.StatusTooManyRequests, se.code == http.StatusRequestTimeout:
			return true
		}
		return se.code >= 500
	}
	return true
}

func post(url string) error {
	var last error
	for range 4 {
		if last = send(url); last == nil {
			return nil
		}
		if !again(last) {
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
