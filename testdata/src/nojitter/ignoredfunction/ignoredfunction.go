// Package ignoredfunction silences the findings of a function by its comment.
package ignoredfunction

import (
	"net/http"
	"time"
)

// load loads.
//
//retrylint:ignore nojitter one client asks, and nobody else
func load(url string) error {
	for range 4 {
		if _, err := http.Get(url); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return func() error {
		for range 5 {
			if _, err := http.Get(url); err == nil {
				return nil
			}
			time.Sleep(2 * time.Second)
		}
		return nil
	}()
}

// load2 is not load.
func load2(url string) error {
	for range 4 { // want `retries http.Get after a constant 2s, 4 attempts`
		if _, err := http.Get(url); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return nil
}
