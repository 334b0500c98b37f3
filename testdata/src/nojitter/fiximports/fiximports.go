// Package fiximports has imports of several kinds, and waits of several.
package fiximports

import (
	"context"
	_ "embed" // for the page
	// The clock.
	"time"

	"nojitter/pausedep/dep"
)

import "net/http"

const second = 1_000_000_000

func get(ctx context.Context, url string) (resp *http.Response, err error) {
	dep.Pause(ctx, second)
	for i := range 4 { // want `retries http.Get after a wait that grows without randomness \(100ns, 200ns, 400ns\), 4 attempts`
		if resp, err = http.Get(url); err == nil {
			return resp, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.NewTimer(100 << i).C:
		}
	}
	return nil, err
}

func head(url string, stop <-chan struct{}) (resp *http.Response, err error) {
	for { // want `retries http.Head after a constant 1s, without limit`
		if resp, err = http.Head(url); err == nil {
			return resp, nil
		}
		timer := time.NewTimer(second)
		select {
		case <-stop:
			timer.Stop()
			return nil, err
		case <-timer.C:
		}
	}
}
