// Package sentinels tells errors apart that are made in different places.
package sentinels

import (
	"errors"
	"net/http"
	"time"
)

var (
	errPassing = errors.New("failed")
	// It has the same text and is another error.
	errFinal = errors.New("failed")
)

func send(url string, from int) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode < 400:
		return nil
	case resp.StatusCode >= from:
		return errPassing
	}
	return errFinal
}

func fromGone(url string) (err error) {
	for range 3 { // want `retries send on 410-424, 426-428, 430-499, 3 attempts`
		if err = send(url, 410); err != errPassing {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// What is final is another error.
func fromServer(url string) (err error) {
	for range 3 {
		if err = send(url, 500); err != errPassing {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
