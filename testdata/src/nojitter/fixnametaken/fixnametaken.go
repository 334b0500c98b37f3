// The name rand is taken by another package, and each finding adds the import.
package fixnametaken

import (
	"crypto/rand"
	"net/http"
	"net/url"
	clock "time"
)

func get(u *url.URL) (resp *http.Response, err error) {
	u = u.JoinPath(rand.Text())
	for range 3 { // want `retries http.Get after a constant 2s, 3 attempts`
		if resp, err = http.Get(u.String()); err == nil {
			return resp, nil
		}
		clock.Sleep(2 * clock.Second)
	}
	return nil, err
}

func head(url string, delay clock.Duration) (resp *http.Response, err error) {
	for range 3 { // want `retries http.Head after a constant wait \(delay\), 3 attempts`
		if resp, err = http.Head(url); err == nil {
			return resp, nil
		}
		clock.Sleep(delay)
	}
	return nil, err
}
