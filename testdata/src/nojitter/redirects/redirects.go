// Package redirects follows redirects; each round asks another address.
package redirects

import (
	"errors"
	"net/http"
)

func follow(client *http.Client, url string) (*http.Response, error) {
	for range 10 {
		resp, err := client.Get(url)
		if err != nil {
			return nil, err
		}
		next := resp.Header.Get("Location")
		if next == "" {
			return resp, nil
		}
		resp.Body.Close()
		url = next
	}
	return nil, errors.New("too many redirects")
}
