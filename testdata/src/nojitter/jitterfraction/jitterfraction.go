// Package jitterfraction scales its wait by a random factor, in floating point.
package jitterfraction

import (
	"math"
	"math/rand"
	"net/http"
	"time"
)

func get(url string) (resp *http.Response, err error) {
	for i := range 5 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		seconds := math.Min(math.Pow(2, float64(i)), 30) * (0.5 + rand.Float64())
		time.Sleep(time.Duration(seconds * float64(time.Second)))
	}
	return nil, err
}
