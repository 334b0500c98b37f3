// Package decorator wraps a store in one that retries.
package decorator

import (
	"context"
	"net/http"
)

type fetcher interface {
	Fetch(ctx context.Context, url string) error
}

type plain struct{ client *http.Client }

func (p plain) Fetch(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type steady struct {
	next  fetcher
	tries int
}

func (s *steady) Fetch(ctx context.Context, url string) (err error) {
	for range s.tries {
		if err = s.next.Fetch(ctx, url); err == nil {
			return nil
		}
	}
	return err
}

func load(ctx context.Context, url string) (err error) {
	f := fetcher(&steady{next: plain{http.DefaultClient}, tries: 3})
	for range 4 { // want `up to 12 attempts of \(\*http.Client\).Do for one call: decorator.load 4× → \(\*decorator.steady\).Fetch 3×`
		if err = f.Fetch(ctx, url); err == nil {
			return nil
		}
	}
	return err
}

// once has a loop around the plain one.
func once(ctx context.Context, url string) (err error) {
	f := fetcher(plain{http.DefaultClient})
	for range 4 {
		if err = f.Fetch(ctx, url); err == nil {
			return nil
		}
	}
	return err
}

// twice wraps it twice.
func twice(ctx context.Context, url string) (err error) {
	f := fetcher(&steady{next: &steady{next: plain{http.DefaultClient}, tries: 4}, tries: 5})
	return f.Fetch(ctx, url) // want `up to 20 attempts of \(\*http.Client\).Do for one call: \(\*decorator.steady\).Fetch 5× \(decorator.go:33\) → \(\*decorator.steady\).Fetch 4× \(decorator.go:33\); when it fails, each layer multiplies its load; retry in one layer$`
}
