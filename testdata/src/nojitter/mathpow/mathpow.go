// Package mathpow raises two to the number of the attempt in floating point.
package mathpow

import (
	"math"
	"net/http"
	"time"
)

func get(url string) (resp *http.Response, err error) {
	for i := range 5 { // want `retries http.Get after a wait that grows without randomness.*, 5 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Duration(math.Pow(2, float64(i))) * time.Second)
	}
	return nil, err
}
