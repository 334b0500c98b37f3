// Package requestbuilt builds its request anew for each attempt; building is no attempt.
package requestbuilt

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

func post(ctx context.Context, client *http.Client, url string, body []byte) error {
	var last error
	for attempt := 0; attempt < 3; attempt++ { // want `retries \(\*http.Client\).Do after a wait that grows without randomness \(.*1s, 4s.*\), 3 attempts`
		if attempt > 0 {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(time.Duration(attempt*attempt) * time.Second):
			}
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
		if err != nil {
			return err
		}
		resp, err := client.Do(req)
		if err != nil {
			last = err
			continue
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		if resp.StatusCode < 500 {
			return nil
		}
		last = fmt.Errorf("post %s: %s", url, resp.Status)
	}
	return last
}
