// Package askedby asks what kind of error it was by functions that look into it with a literal.
package askedby

import (
	"errors"
	"net/http"
	"time"
)

type tooEarly struct{ after time.Duration }

func (e *tooEarly) Error() string { return "too early" }

type retrier interface{ Retry() bool }

// walk is not followed: a variable holds it.
var walk func(err error, f func(error) bool)

// isRetry says nothing of no error.
func isRetry(err error) (again bool) {
	walk(err, func(err error) bool {
		r, ok := err.(retrier)
		if ok {
			again = r.Retry()
		}
		return ok
	})
	return again
}

// retryAfter returns how long the server wants to be left alone.
func retryAfter(err error) (after time.Duration, ok bool) {
	walk(err, func(err error) bool {
		if early := (*tooEarly)(nil); errors.As(err, &early) {
			after, ok = early.after, true
		}
		return ok
	})
	return after, ok
}

func get(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// byServer waits as long as the error says.
func byServer(url string) (err error) {
	for range 5 {
		err = get(url)
		after, ok := retryAfter(err)
		if !ok {
			return err
		}
		time.Sleep(after)
	}
	return err
}

// byJudgement leaves after a success: nothing is to be done again then.
func byJudgement(url string) (err error) {
	for again, try := true, 0; again && try < 5; try++ { // want `^retries get after a constant 1s, 5 attempts: `
		err = get(url)
		if again = isRetry(err); again {
			time.Sleep(time.Second)
		}
	}
	return err
}
