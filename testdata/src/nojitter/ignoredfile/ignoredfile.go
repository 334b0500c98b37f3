// Package ignoredfile silences the findings of a file, and not those of the other.

//retrylint:ignore nojitter one client asks, and nobody else
package ignoredfile

import (
	"net/http"
	"time"
)

func load(url string) error {
	for range 4 {
		if _, err := http.Get(url); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return nil
}
