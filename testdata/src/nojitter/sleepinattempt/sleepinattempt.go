// Package sleepinattempt sleeps on the failing path of the attempted function.
package sleepinattempt

import (
	"fmt"
	"net/http"
	"time"
)

func probe(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		time.Sleep(2 * time.Second)
		return fmt.Errorf("probe: %w", err)
	}
	return resp.Body.Close()
}

func ready(url string) (err error) {
	for range 10 { // want `retries probe after a constant 2s, 10 attempts`
		if err = probe(url); err == nil {
			return nil
		}
	}
	return err
}
