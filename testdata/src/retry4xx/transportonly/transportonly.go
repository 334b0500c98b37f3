// Package transportonly goes round when no answer came, and hands on what came.
package transportonly

import (
	"net/http"
	"time"
)

func get(url string) (resp *http.Response, err error) {
	for range 4 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
