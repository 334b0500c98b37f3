// Package roundtripper is a transport that sends a request again through the next one.
package roundtripper

import (
	"net/http"
	"time"
)

type transport struct{ next http.RoundTripper }

func (t *transport) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 { // want `retries \(http.RoundTripper\).RoundTrip after a constant 200ms, 3 attempts`
		resp, err = t.next.RoundTrip(req)
		if err == nil {
			return resp, nil
		}
		time.Sleep(200 * time.Millisecond)
	}
	return nil, err
}
