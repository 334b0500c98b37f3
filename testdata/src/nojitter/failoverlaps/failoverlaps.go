// Package failoverlaps walks its list of hosts again after a fixed wait; the walk itself is no retry.
package failoverlaps

import (
	"net/http"
	"time"
)

func get(hosts []string, path string) (resp *http.Response, err error) {
	for range 3 { // want `retries http.Get after a constant 1s, 3 attempts`
		for _, host := range hosts {
			if resp, err = http.Get("https://" + host + path); err == nil {
				return resp, nil
			}
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
