// Package policies hands an operation to libraries with what decides on another attempt.
package policies

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	avast "github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	"github.com/hashicorp/packer-plugin-sdk/retry"
)

// statusError is an answer that is none of success.
type statusError struct{ code int }

func (e *statusError) Error() string { return fmt.Sprintf("status %d", e.code) }

func get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return &statusError{resp.StatusCode}
	}
	return nil
}

func passes(err error) bool {
	var se *statusError
	return !errors.As(err, &se) || se.code == 429 || se.code >= 500
}

func all(ctx context.Context, url string) error {
	return backoff.Retry(func() error { return get(ctx, url) }, backoff.NewExponentialBackOff()) // want `retries get on 400-407, 409-424, 426-428, 430-499, for up to 15m`
}

func marked(ctx context.Context, url string) error {
	return backoff.Retry(func() error {
		err := get(ctx, url)
		if err != nil && !passes(err) {
			return backoff.Permanent(err)
		}
		return err
	}, backoff.NewExponentialBackOff())
}

func markedMissing(ctx context.Context, url string) error {
	return backoff.Retry(func() error { // want `retries get on 400-403, 405-407, 409-424, 426-428, 430-499, for up to 15m`
		err := get(ctx, url)
		var se *statusError
		if errors.As(err, &se) && se.code == http.StatusNotFound {
			return backoff.Permanent(fmt.Errorf("get: %w", err))
		}
		return err
	}, backoff.NewExponentialBackOff())
}

func allMarked(ctx context.Context, url string) error {
	return backoff.Retry(func() error {
		if err := get(ctx, url); err != nil {
			return backoff.Permanent(err)
		}
		return nil
	}, backoff.NewExponentialBackOff())
}

func filtered(ctx context.Context, url string) error {
	return avast.Do(func() error { return get(ctx, url) }, avast.Attempts(3), avast.RetryIf(passes))
}

func filteredWrongly(ctx context.Context, url string) error {
	return avast.Do(func() error { return get(ctx, url) }, avast.Attempts(3), avast.RetryIf(func(err error) bool { // want `retries get on 403, 3 attempts`
		var se *statusError
		return errors.As(err, &se) && (se.code == http.StatusForbidden || se.code >= 500)
	}))
}

func unfiltered(ctx context.Context, url string) error {
	return avast.Do(func() error { return get(ctx, url) }, avast.Attempts(3)) // want `retries get on 400-407, 409-424, 426-428, 430-499, 3 attempts`
}

func unrecoverable(ctx context.Context, url string) error {
	return avast.Do(func() error {
		err := get(ctx, url)
		if err != nil && !passes(err) {
			return avast.Unrecoverable(err)
		}
		return err
	}, avast.Attempts(3))
}

func inField(ctx context.Context, url string) error {
	return retry.Config{Tries: 3, ShouldRetry: passes}.Run(ctx, func(ctx context.Context) error { return get(ctx, url) })
}

func inFieldWrongly(ctx context.Context, url string) error {
	return retry.Config{Tries: 3, ShouldRetry: func(error) bool { return true }}.Run(ctx, func(ctx context.Context) error { return get(ctx, url) }) // want `retries get on 400-407, 409-424, 426-428, 430-499, 3 attempts`
}

func noField(ctx context.Context, url string) error {
	return retry.Config{Tries: 3}.Run(ctx, func(ctx context.Context) error { return get(ctx, url) }) // want `retries get on 400-407, 409-424, 426-428, 430-499, 3 attempts`
}

// given does not know who decides.
func given(ctx context.Context, url string, policy func(error) bool) error {
	return retry.Config{Tries: 3, ShouldRetry: policy, RetryDelay: func() time.Duration { return time.Second }}.Run(ctx, func(ctx context.Context) error {
		return get(ctx, url)
	})
}

// store is what is asked for things.
type store interface {
	list(ctx context.Context) ([]string, error)
}

// each hands over one operation a thing.
func each(s store) error {
	ctx := context.TODO()
	urls, err := s.list(ctx)
	if err != nil {
		return fmt.Errorf("list: %s", err)
	}
	for _, url := range urls {
		err = retry.Config{ // want `retries get on 403, 11 attempts`
			Tries: 11,
			ShouldRetry: func(err error) bool {
				var se *statusError
				return errors.As(err, &se) && se.code == http.StatusForbidden
			},
			RetryDelay: (&retry.Backoff{InitialBackoff: 200 * time.Millisecond, MaxBackoff: 30 * time.Second, Multiplier: 2}).Linear,
		}.Run(ctx, func(ctx context.Context) error {
			return get(ctx, url)
		})
		if err != nil {
			return fmt.Errorf("get: %s", err)
		}
	}
	return nil
}
