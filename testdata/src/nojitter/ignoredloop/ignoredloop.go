// Package ignoredloop silences the finding of a loop by a line above it.
package ignoredloop

import (
	"net/http"
	"time"
)

func load(url string) error {
	//retrylint:ignore nojitter one client asks, and nobody else
	for range 4 {
		if _, err := http.Get(url); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return nil
}

func load2(url string) error {
	// Two in a row hold for the same loop.
	//retrylint:ignore baddirective an example
	//retrylint:ignore nojitter one client asks, and nobody else
	for range 5 {
		if _, err := http.Get(url); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return nil
}

func load3(url string) error {
	for range 6 { // want `retries http.Get after a constant 2s, 6 attempts`
		if _, err := http.Get(url); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return nil
}

func again(url string) {
	n := 0
	//retrylint:ignore nojitter a label is a loop too
retry:
	if _, err := http.Get(url); err != nil && n < 3 {
		n++
		goto retry
	}
}
