// Package retrypredicate leaves it to a function that cannot be seen whether to try again.
package retrypredicate

import (
	"net/http"
	"time"
)

type judge interface {
	ShouldRetry(resp *http.Response, err error) bool
}

func get(j judge, url string) (*http.Response, error) {
	for attempt := 1; ; attempt++ { // want `retries http.Get after a constant 1s, 5 attempts`
		resp, err := http.Get(url)
		if !j.ShouldRetry(resp, err) || attempt == 5 {
			return resp, err
		}
		time.Sleep(time.Second)
	}
}
