// Package reloadedtarget reads where to go from behind two pointers before each try,
// and tells somebody else of the object in between: it is the same place.
package reloadedtarget

import (
	"net/http"
	"time"
)

type config struct{ url, token string }

type remote struct{ conf *config }

type observer interface{ Failed(r *remote, err error) }

func (r *remote) load(o observer, tries int) (resp *http.Response, err error) {
	for n := 1; n <= tries; n++ { // want `^retries \(\*remote\)\.get after a wait that grows without randomness \(1s, 2s, 3s\), tries attempts: `
		resp, err = r.get(&config{url: r.conf.url, token: r.conf.token})
		if err == nil {
			return resp, nil
		}
		o.Failed(r, err)
		time.Sleep(time.Duration(n) * time.Second)
	}
	return nil, err
}

func (r *remote) get(q *config) (*http.Response, error) {
	return http.Get(q.url + "?token=" + q.token)
}
