// Package slicecodes looks the status up in a list that holds two that are final.
package slicecodes

import (
	"net/http"
	"slices"
	"time"
)

var codes = []int{404, 423, 429, 500, 502, 503}

func get(url string) (resp *http.Response, err error) {
	for range 4 { // want `retries http.Get on 404, 423, 4 attempts`
		resp, err = http.Get(url)
		if err == nil && !slices.Contains(codes, resp.StatusCode) {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

func loop(url string) (resp *http.Response, err error) {
	for range 4 { // want `retries http.Get on 404, 423, 4 attempts`
		resp, err = http.Get(url)
		if err == nil && !has(resp.StatusCode) {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

func has(status int) bool {
	for _, code := range codes {
		if status == code {
			return true
		}
	}
	return false
}
