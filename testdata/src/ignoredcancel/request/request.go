// Package request has the context in the request that it repeats.
package request

import (
	"net/http"
	"time"
)

type transport struct{ next http.RoundTripper }

func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	for i := 0; ; i++ { // want `retries \(http.RoundTripper\).RoundTrip, 4 attempts, after a wait that req.Context\(\) cannot end`
		resp, err := t.next.RoundTrip(req)
		if err == nil || i == 3 {
			return resp, err
		}
		time.Sleep(250 * time.Millisecond)
	}
}
