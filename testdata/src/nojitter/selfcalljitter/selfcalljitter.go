// Package selfcalljitter calls itself after a random wait.
package selfcalljitter

import (
	"math/rand/v2"
	"net/http"
	"time"
)

func get(url string, left int) (*http.Response, error) {
	resp, err := http.Get(url)
	if err == nil || left == 0 {
		return resp, err
	}
	time.Sleep(rand.N(3 * time.Second))
	return get(url, left-1)
}
