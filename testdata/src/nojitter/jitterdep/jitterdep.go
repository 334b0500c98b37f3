// Package jitterdep gets the random part of its wait from another package.
package jitterdep

import (
	"net/http"
	"time"

	"nojitter/jitterdep/dep"
)

func get(url string) (resp *http.Response, err error) {
	for i := range 4 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(dep.Spread(time.Second << i))
	}
	return nil, err
}
