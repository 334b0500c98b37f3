// Package opaquejudge leaves it to a judge that cannot be seen.
package opaquejudge

import (
	"net/http"
	"time"
)

type judge interface {
	Passes(status int) bool
}

func get(j judge, url string) (resp *http.Response, err error) {
	for range 5 {
		resp, err = http.Get(url)
		if err == nil && (resp.StatusCode == http.StatusOK || !j.Passes(resp.StatusCode)) {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}
