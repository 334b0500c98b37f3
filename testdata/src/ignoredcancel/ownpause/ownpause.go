// Package ownpause repeats an operation that waits a moment for itself.
package ownpause

import (
	"context"
	"net/http"
	"time"
)

func lock(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	time.Sleep(200 * time.Millisecond)
	resp, err = http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// What is waited between the attempts ends with ctx.
func acquire(ctx context.Context, url string) (err error) {
	for range 5 {
		if err = lock(ctx, url); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Second):
		}
	}
	return err
}

func acquireDeaf(ctx context.Context, url string) (err error) {
	for range 5 { // want `after a wait that ctx cannot end`
		if err = lock(ctx, url); err == nil {
			return nil
		}
		time.Sleep(10 * time.Second)
	}
	return err
}
