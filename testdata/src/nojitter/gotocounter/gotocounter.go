// Package gotocounter counts right after its label and leaves two loops at once with a jump backwards.
package gotocounter

import (
	"net/http"
	"time"
)

func all(urls []string) error {
	tries := 0
again: // want `retries http.Head after a constant 2s, 3 attempts`
	tries++
	for _, u := range urls {
		resp, err := http.Head(u)
		if err != nil {
			if tries == 3 {
				return err
			}
			time.Sleep(2 * time.Second)
			goto again
		}
		resp.Body.Close()
	}
	return nil
}
