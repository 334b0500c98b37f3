// Package conditions hands conditions to a library, which runs them until they are met.
package conditions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

var errMissing = errors.New("missing")

// put sends a request, and makes an error of an answer that is none of success.
func put(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotFound:
		return errMissing
	case resp.StatusCode >= 400:
		return fmt.Errorf("put: %s", resp.Status)
	}
	return nil
}

func swallows(ctx context.Context, url string) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) { // want `retries put on 400-407, 409-424, 426-428, 430-499`
		if err := put(ctx, url); err != nil {
			return false, nil
		}
		return true, nil
	})
}

func butMissing(ctx context.Context, url string) (last error) {
	_ = wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) { // want `retries put on 400-403, 405-407, 409-424, 426-428, 430-499`
		last = put(ctx, url)
		if errors.Is(last, errMissing) {
			return false, last
		}
		return last == nil, nil
	})
	return last
}

func ends(ctx context.Context, url string) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		if err := put(ctx, url); err != nil {
			return false, err
		}
		return true, nil
	})
}

func looks(ctx context.Context, req *http.Request) error {
	return wait.ExponentialBackoff(wait.Backoff{Steps: 5, Duration: time.Second, Factor: 2, Jitter: 0.1}, func() (bool, error) { // want `retries \(\*http.Client\).Do on 400-403, 405-407, 409-424, 426-428, 430-499, 5 attempts`
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return false, nil
		}
		defer resp.Body.Close()
		return resp.StatusCode == http.StatusOK || resp.StatusCode == http.StatusNotFound, nil
	})
}

func onlyPassing(ctx context.Context, req *http.Request) error {
	return wait.ExponentialBackoff(wait.Backoff{Steps: 5, Duration: time.Second, Factor: 2, Jitter: 0.1}, func() (bool, error) {
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return false, nil
		}
		defer resp.Body.Close()
		if resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500 {
			return false, nil
		}
		return true, nil
	})
}

// untilPasses runs an operation until it passes.
func untilPasses(ctx context.Context, b wait.Backoff, operation func(context.Context) error) error {
	i := 0
	return wait.ExponentialBackoffWithContext(ctx, b, func(ctx context.Context) (bool, error) {
		i++
		if err := operation(ctx); err != nil {
			if i < b.Steps {
				return false, nil
			}
			return false, err
		}
		return true, nil
	})
}

func wrapped(ctx context.Context, url string) error {
	b := wait.Backoff{Steps: 5, Duration: time.Second, Factor: 2, Jitter: 0.1}
	return untilPasses(ctx, b, func(ctx context.Context) error { // want `retries put on 400-407, 409-424, 426-428, 430-499`
		return put(ctx, url)
	})
}

// reading is how reads are repeated.
func reading() wait.Backoff {
	return wait.Backoff{Duration: 250 * time.Millisecond, Factor: 1.5, Steps: 9, Jitter: 0.1}
}

func eachWrapped(ctx context.Context, urls []string) error {
	b := reading()
	for _, url := range urls {
		if err := untilPasses(ctx, b, func(ctx context.Context) error { // want `retries put on 400-407, 409-424, 426-428, 430-499, 9 attempts`
			return put(ctx, url)
		}); err != nil {
			return err
		}
	}
	return nil
}

// later has a step after the answer that may fail too.
func later(ctx context.Context, req *http.Request) (body []byte, err error) {
	err = wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) { // want `retries \(\*http.Client\).Do on 400-403, 405-407, 409-424, 426-428, 430-499`
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return false, nil
		}
		defer resp.Body.Close()
		if resp.StatusCode == http.StatusNotFound {
			return false, errMissing
		}
		if resp.StatusCode != http.StatusOK {
			return false, nil
		}
		if body, err = io.ReadAll(resp.Body); err != nil {
			return false, nil
		}
		return true, nil
	})
	return body, err
}

func onlyMissing(ctx context.Context, url string) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		err := put(ctx, url)
		if errors.Is(err, errMissing) {
			return false, nil
		}
		return err == nil, err
	})
}

func appears(ctx context.Context, req *http.Request) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return false, err
		}
		defer resp.Body.Close()
		return resp.StatusCode != http.StatusNotFound, nil
	})
}
