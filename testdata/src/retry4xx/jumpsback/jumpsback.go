// Package jumpsback jumps back to a label that stands before another statement than the
// attempt.
package jumpsback

import (
	"net/http"
	"time"
)

func every(url string) error {
	tries := 0
again: // want `retries http.Get on 400-407, 409-424, 426-428, 430-499, 3 attempts`
	tries++
	{
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode >= 400 && tries < 3 {
			time.Sleep(time.Second)
			goto again
		}
	}
	return nil
}

// Only what passes is tried again.
func passing(url string) error {
	tries := 0
again:
	tries++
	{
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode >= 500 && tries < 3 {
			time.Sleep(time.Second)
			goto again
		}
	}
	return nil
}
