// Package seconds makes its wait from a number of seconds.
package seconds

import (
	"net/http"
	"time"
)

func Get(url string, retries, interval int) (resp *http.Response, err error) {
	for try := 1; try <= retries; try++ { // want `retries http.Get after a constant wait \(.*interval.*\), retries attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Duration(interval) * time.Second)
	}
	return nil, err
}
