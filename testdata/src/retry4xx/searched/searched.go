// Package searched looks for the status in other ways than to compare it.
package searched

import (
	"net/http"
	"slices"
	"time"
)

var (
	mixed   = []int{404, 500, 503}
	passing = []int{429, 500, 503}
)

func byFunction(url string) error {
	for range 3 { // want `retries http.Get on 404, 3 attempts`
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if !slices.ContainsFunc(mixed, func(n int) bool { return n == resp.StatusCode }) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return nil
}

func byIndex(url string) error {
	for range 3 { // want `retries http.Get on 404, 3 attempts`
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if slices.Index(mixed, resp.StatusCode) < 0 {
			return nil
		}
		time.Sleep(time.Second)
	}
	return nil
}

func clamped(url string) error {
	for range 3 { // want `retries http.Get on 430-499, 3 attempts`
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if min(max(resp.StatusCode, 430), 599) != resp.StatusCode {
			return nil
		}
		time.Sleep(time.Second)
	}
	return nil
}

func onlyPassing(url string) error {
	for range 3 {
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if !slices.ContainsFunc(passing, func(n int) bool { return n == resp.StatusCode }) || slices.Index(passing, resp.StatusCode) < 0 {
			return nil
		}
		time.Sleep(time.Second)
	}
	return nil
}

// Which statuses it looks for is not known.
func byWhoeverCalls(url string, codes []int, same func(a, b int) bool) error {
	for range 3 {
		resp, err := http.Get(url)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if !slices.ContainsFunc(codes, func(n int) bool { return same(n, resp.StatusCode) }) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return nil
}
