// Package tickedpages reads page after page at each tick, whether it could the last time or not.
package tickedpages

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

type page struct {
	Names []string
	Next  string
	Last  bool
}

func get(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

func pages(ctx context.Context, url string) (names []string, err error) {
	for {
		resp, err := get(ctx, url)
		if err != nil {
			return nil, err
		}
		var p page
		if err := json.NewDecoder(resp.Body).Decode(&p); err != nil {
			return nil, err
		}
		names = append(names, p.Names...)
		if p.Last {
			break
		}
		url = p.Next
	}
	return names, nil
}

func stream(ctx context.Context, url string, stopped *bool) error {
	for {
		resp, err := get(ctx, url)
		if err != nil {
			return err
		}
		println(resp.Status)
		if *stopped {
			return nil
		}
	}
}

func refresh(ctx context.Context, url string) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if _, err := pages(ctx, url); err != nil {
				println("refresh", err.Error())
			}
		}
	}
}

func follow(ctx context.Context, url string, stopped *bool) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for { // want `retries stream after a constant 1m, without limit: `
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if err := stream(ctx, url, stopped); err != nil {
				println("follow", err.Error())
			}
		}
	}
}
