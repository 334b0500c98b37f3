// Package callerpolicy is handed its wait as a function that cannot be seen from here.
package callerpolicy

import (
	"net/http"
	"time"
)

func Get(url string, wait func(attempt int) time.Duration) (resp *http.Response, err error) {
	for i := range 4 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(wait(i))
	}
	return nil, err
}
