// Package tokenrefresh tries once more, at once, after it has renewed the credential.
package tokenrefresh

import (
	"context"
	"net/http"
)

type session struct {
	token string
	login func(context.Context) (string, error)
}

func (s *session) do(ctx context.Context, req *http.Request) (*http.Response, error) {
	for renewed := false; ; renewed = true {
		req.Header.Set("Authorization", "Bearer "+s.token)
		resp, err := http.DefaultClient.Do(req)
		if err != nil || resp.StatusCode != http.StatusUnauthorized || renewed {
			return resp, err
		}
		resp.Body.Close()
		if s.token, err = s.login(ctx); err != nil {
			return nil, err
		}
	}
}
