// Package onceloop leaves its loop in the first round, whatever comes.
package onceloop

import "net/http"

func get(url string) (resp *http.Response, err error) {
	for {
		if resp, err = http.Get(url); err != nil {
			break
		}
		return resp, nil
	}
	return nil, err
}
