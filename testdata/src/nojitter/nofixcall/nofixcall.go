// What the duration comes from may count how often it is asked.
package nofixcall

import (
	"net/http"
	"time"
)

type delays struct{ asked int }

func (d *delays) next() time.Duration {
	d.asked++
	return time.Duration(d.asked) * time.Second
}

func get(url string) (resp *http.Response, err error) {
	var d delays
	for range 3 { // want `retries http.Get after a wait that grows without randomness \(1s, 2s\), 3 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(d.next())
	}
	return nil, err
}
