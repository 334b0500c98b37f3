// Package schedulecaller is handed its delays by a caller that cannot be seen.
package schedulecaller

import (
	"net/http"
	"time"
)

func Get(url string, delays []time.Duration) (resp *http.Response, err error) {
	for _, d := range delays {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(d)
	}
	return nil, err
}
