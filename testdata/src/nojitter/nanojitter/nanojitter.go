// Package nanojitter takes the nanoseconds of its clock for a random number, and clocks do differ.
package nanojitter

import (
	"net/http"
	"time"
)

func get(url string) (resp *http.Response, err error) {
	for range 4 {
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second + time.Duration(time.Now().UnixNano()%int64(time.Second)))
	}
	return nil, err
}
