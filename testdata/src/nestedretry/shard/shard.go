// Package shard reads page after page: one reader waits for more to come, the other does
// not.
package shard

import (
	"context"
	"errors"
	"net/http"
	"time"
)

var errThrottled = errors.New("throttled")

func page(ctx context.Context, at string) (next string, err error) {
	for range 4 {
		var req *http.Request
		if req, err = http.NewRequestWithContext(ctx, http.MethodGet, at, nil); err != nil {
			return "", err
		}
		var resp *http.Response
		if resp, err = http.DefaultClient.Do(req); err == nil {
			return resp.Header.Get("Next"), resp.Body.Close()
		}
	}
	return "", err
}

// follow waits before it asks for the next page, as long as there is one.
func follow(ctx context.Context, at string) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		next, err := page(ctx, at)
		if errors.Is(err, errThrottled) {
			time.Sleep(time.Minute)
			continue
		}
		if err != nil {
			return err
		}
		if next == "" {
			return nil
		}
		at = next
		<-tick.C
	}
}

// all asks for each page again until it has come.
func all(ctx context.Context, at string) error {
	for at != "" { // want `attempts of \(\*http.Client\).Do without limit for one call: shard.all without limit → shard.page 4×`
		next, err := page(ctx, at)
		if err != nil && ctx.Err() == nil {
			time.Sleep(time.Minute)
			continue
		}
		if err != nil {
			return err
		}
		at = next
	}
	return nil
}
