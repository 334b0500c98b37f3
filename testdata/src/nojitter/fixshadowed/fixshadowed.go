// A parameter hides the package where one of the waits is drawn.
package fixshadowed

import (
	"math/rand/v2"
	"net/http"
	"time"
)

func get(url string, rand *rand.Rand) (resp *http.Response, err error) {
	for range rand.IntN(5) { // want `retries http.Get after a constant 2s`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(2 * time.Second)
	}
	return nil, err
}

func head(url string) (resp *http.Response, err error) {
	for range 3 { // want `retries http.Head after a constant 2s, 3 attempts`
		if resp, err = http.Head(url); err == nil {
			return resp, nil
		}
		time.Sleep(2 * time.Second)
	}
	return nil, err
}
