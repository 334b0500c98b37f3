// Package pollswallows hands a library a condition that is met when a request succeeds, and
// not yet when it fails: a retry.
package pollswallows

import (
	"context"
	"net/http"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

func post(url string) error {
	resp, err := http.Post(url, "", nil)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The function literal captures nothing.
func fixed(ctx context.Context) error {
	return wait.PollUntilContextCancel(ctx, 2*time.Second, true, func(context.Context) (bool, error) { // want `^retries post after a constant 2s, without limit: `
		return post("http://api.example.com") == nil, nil
	})
}

func until(ctx context.Context, interval time.Duration, action func() error) {
	_ = wait.PollUntilContextCancel(ctx, interval, true, func(context.Context) (bool, error) { // want `^retries action after a constant wait \(interval\), without limit: `
		if err := action(); err != nil {
			return false, nil
		}
		return true, nil
	})
}

// An error ends it.
func untilFails(ctx context.Context, interval time.Duration, action func() error) error {
	return wait.PollUntilContextCancel(ctx, interval, true, func(context.Context) (bool, error) {
		if err := action(); err != nil {
			return false, err
		}
		return true, nil
	})
}

// Only "not yet" leads back, which is no failure.
func ready(ctx context.Context, ask func(context.Context) (bool, error)) error {
	return wait.PollUntilContextCancel(ctx, time.Second, true, func(ctx context.Context) (bool, error) {
		ok, err := ask(ctx)
		if err != nil {
			return false, err
		}
		return ok, nil
	})
}
