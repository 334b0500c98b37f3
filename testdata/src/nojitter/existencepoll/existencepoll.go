// Package existencepoll waits for a 404 to go away; any other failure ends it.
package existencepoll

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

func appears(ctx context.Context, url string) error {
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodHead, url, nil)
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		switch resp.StatusCode {
		case http.StatusOK:
			return nil
		case http.StatusNotFound:
		default:
			return fmt.Errorf("%s: %s", url, resp.Status)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(2 * time.Second):
		}
	}
}
