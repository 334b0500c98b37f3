// Package cryptorandom draws its wait from crypto/rand.
package cryptorandom

import (
	"crypto/rand"
	"math/big"
	"net/http"
	"time"
)

func wait(limit time.Duration) time.Duration {
	n, err := rand.Int(rand.Reader, big.NewInt(int64(limit)))
	if err != nil {
		return limit
	}
	return time.Duration(n.Int64())
}

func get(url string) (resp *http.Response, err error) {
	for range 5 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(wait(4 * time.Second))
	}
	return nil, err
}
