// Package eventual says why it asks again for what is not there.
package eventual

import (
	"net/http"
	"time"
)

func get(url string) (resp *http.Response, err error) {
	for range 5 {
		resp, err = http.Get(url)
		// The store is eventually consistent: what was just written may still be missing.
		if err == nil && resp.StatusCode != http.StatusNotFound && resp.StatusCode < 500 {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}
