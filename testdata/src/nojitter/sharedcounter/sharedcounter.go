// Package sharedcounter counts with a number that goroutines share.
package sharedcounter

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"
)

// Each round asks the next host.
func scrape(ctx context.Context, hosts []string) (*http.Response, error) {
	var next atomic.Int32
	next.Store(-1)
	for {
		i := int(next.Add(1))
		if i >= len(hosts) {
			return nil, errors.New("no host is left")
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, hosts[i], nil)
		if err != nil {
			return nil, err
		}
		if resp, err := http.DefaultClient.Do(req); err == nil {
			return resp, nil
		}
	}
}

func fetch(ctx context.Context, url string) (resp *http.Response, err error) {
	var tries atomic.Int32
	for tries.Add(1) <= 3 { // want `retries \(\*http.Client\).Do after a constant 1s, 3 attempts`
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		if resp, err = http.DefaultClient.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("no answer")
}
