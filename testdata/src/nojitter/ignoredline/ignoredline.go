// Package ignoredline silences the finding on a line, and only that one.
package ignoredline

import (
	"net/http"
	"time"
)

func load(url string) error {
	for range 4 { //retrylint:ignore nojitter one client asks, and nobody else
		if _, err := http.Get(url); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return nil
}

func load2(url string) error {
	for range 4 { // want `retries http.Get after a constant 3s, 4 attempts`
		if _, err := http.Get(url); err == nil {
			return nil
		}
		time.Sleep(3 * time.Second) //retrylint:ignore nojitter this is not where the finding is
	}
	return nil
}
