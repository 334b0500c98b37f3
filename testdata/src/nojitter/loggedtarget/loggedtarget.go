// Package loggedtarget prints the object that the request is made from: printing does
// not change it, so that the next request is the same.
package loggedtarget

import (
	"net/http"
	"time"

	"nojitter/loggedtarget/journal"
)

type remote struct {
	conf *request
}

func (r *remote) load(tries int) (resp *http.Response, err error) {
	for n := 1; n <= tries; n++ { // want `^retries \(\*remote\)\.get after a wait that grows without randomness \(1s, 2s, 3s\), tries attempts: `
		resp, err = r.get(&request{url: r.conf.url, token: r.conf.token})
		if err == nil {
			return resp, nil
		}
		journal.Printf(r, "attempt %d: %v", n, err)
		time.Sleep(time.Duration(n) * time.Second)
	}
	return nil, err
}

type request struct{ url, token string }

func (r *remote) get(q *request) (*http.Response, error) {
	return http.Get(q.url + "?token=" + q.token)
}
