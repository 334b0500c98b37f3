// Package onesitetwice hands a retrier what waits further down: one site, not two.
package onesitetwice

import (
	"context"
	"net/http"
	"time"
)

func retry(interval time.Duration, stop <-chan struct{}, f func() error) error {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		if err := f(); err == nil {
			return nil
		}
		select {
		case <-stop:
			return nil
		case <-tick.C:
		}
	}
}

type meta struct{ client *http.Client }

func (m *meta) get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	if req.Header.Get("Slow") != "" {
		time.Sleep(time.Second)
	}
	resp, err := m.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (m *meta) version(ctx context.Context) error {
	if err := m.get(ctx, "http://localhost/version"); err != nil {
		return err
	}
	return nil
}

func run(ctx context.Context, m *meta) error {
	return retry(time.Second, ctx.Done(), func() error {
		if err := m.version(ctx); err != nil {
			return err
		}
		return nil
	})
}
