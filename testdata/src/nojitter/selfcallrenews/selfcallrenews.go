// Package selfcallrenews renews its token and calls itself, as often as the server says 401.
package selfcallrenews

import (
	"context"
	"net/http"
)

type session struct {
	token string
	login func(context.Context) (string, error)
}

func (s *session) get(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+s.token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil || resp.StatusCode != http.StatusUnauthorized {
		return resp, err
	}
	resp.Body.Close()
	if s.token, err = s.login(ctx); err != nil {
		return nil, err
	}
	return s.get(ctx, url) // want `retries \(\*http.Client\).Do with no wait in between.*, without limit`
}
