// Package pagingserverwait walks pages and, when throttled, asks for the same page after the time the error names.
package pagingserverwait

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

type throttled struct{ after time.Duration }

func (t *throttled) Error() string { return fmt.Sprintf("throttled for %s", t.after) }

func list(ctx context.Context, page int) (last bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://shop.example/orders?page="+strconv.Itoa(page), nil)
	if err != nil {
		return false, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusTooManyRequests {
		seconds, err := strconv.Atoi(resp.Header.Get("Retry-After"))
		if err != nil {
			return false, err
		}
		return false, &throttled{time.Duration(seconds) * time.Second}
	}
	return resp.Header.Get("Link") == "", nil
}

func all(ctx context.Context) error {
	for page := 1; ; {
		last, err := list(ctx, page)
		var t *throttled
		if errors.As(err, &t) {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(t.after):
				continue
			}
		}
		if err != nil || last {
			return err
		}
		page++
	}
}
