// Package tickingjob does something at intervals until there is no need any more.
package tickingjob

import (
	"context"
	"net/http"
	"time"
)

type watcher struct {
	client *http.Client
	stop   chan struct{}
	last   int
}

func (w *watcher) check(ctx context.Context, url string) (goOn bool) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return true
	}
	resp, err := w.client.Do(req)
	if err != nil {
		return true
	}
	resp.Body.Close()
	w.last = resp.StatusCode
	return w.last != http.StatusGone
}

// The tick comes whether the last check failed or not.
func (w *watcher) run(ctx context.Context, url string) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if !w.check(ctx, url) {
				return
			}
		case <-w.stop:
			return
		}
	}
}

func (w *watcher) register(ctx context.Context, url string) error {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for { // want `retries \(\*http.Client\).Get after a constant 1m0?s?, without limit`
		resp, err := w.client.Get(url)
		if err == nil {
			return resp.Body.Close()
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
