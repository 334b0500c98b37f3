// Package generatedclient is a client of the kind that is generated from an API's description:
// many ways lead to the loop, headers of the answer are read on the way round, and one of
// them says by name whether to try again.
package generatedclient

import (
	"bytes"
	"context"
	"io"
	"math"
	"math/rand"
	"net/http"
	"strconv"
	"time"
)

type config struct {
	client *http.Client
	doer   interface {
		Do(*http.Request) (*http.Response, error)
	}
	middlewares []func(func(*http.Request) (*http.Response, error)) func(*http.Request) (*http.Response, error)
	request     *http.Request
	body        io.Reader
	timeout     time.Duration
	maxRetries  int
}

func (c *config) execute() (*http.Response, error) {
	if c.body != nil && c.request.Body == nil {
		switch body := c.body.(type) {
		case *bytes.Buffer:
			b := body.Bytes()
			c.request.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b)), nil }
			c.request.Body, _ = c.request.GetBody()
		case *bytes.Reader:
			c.request.GetBody = func() (io.ReadCloser, error) {
				_, err := body.Seek(0, io.SeekStart)
				return io.NopCloser(body), err
			}
			c.request.Body, _ = c.request.GetBody()
		default:
			c.request.Body = io.NopCloser(body)
		}
	}
	handler := c.client.Do
	if c.doer != nil {
		handler = c.doer.Do
	}
	for i := len(c.middlewares) - 1; i >= 0; i-- {
		handler = c.middlewares[i](handler)
	}

	var resp *http.Response
	var err error
	for retry := 0; retry <= c.maxRetries; retry++ { // want `^retries handler on 409, c\.maxRetries \+ 1 attempts: these answers do not change; retry only 408, 425, 429, 5xx and network errors$`
		ctx := c.request.Context()
		cancel := context.CancelFunc(func() {})
		if c.timeout != 0 {
			ctx, cancel = context.WithTimeout(ctx, c.timeout)
		}
		resp, err = handler(c.request.Clone(ctx))
		cancel()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !shouldRetry(c.request, resp) || retry >= c.maxRetries {
			break
		}
		if c.request.GetBody != nil {
			if c.request.Body, err = c.request.GetBody(); err != nil {
				return nil, err
			}
		}
		if resp != nil && resp.Body != nil {
			resp.Body.Close()
		}
		select {
		case <-time.After(delay(resp, retry)):
		case <-c.request.Context().Done():
			return nil, c.request.Context().Err()
		}
	}
	return resp, err
}

func shouldRetry(req *http.Request, resp *http.Response) bool {
	if req.Body != nil && req.GetBody == nil {
		return false
	}
	if resp == nil {
		return true
	}
	switch resp.Header.Get("X-Should-Retry") {
	case "true":
		return true
	case "false":
		return false
	}
	return resp.StatusCode == http.StatusRequestTimeout ||
		resp.StatusCode == http.StatusConflict ||
		resp.StatusCode == http.StatusTooManyRequests ||
		resp.StatusCode >= http.StatusInternalServerError
}

func delay(resp *http.Response, retry int) time.Duration {
	if after, ok := retryAfter(resp); ok && 0 <= after && after < time.Minute {
		return after
	}
	d := min(time.Duration(0.5*float64(time.Second)*math.Pow(2, float64(retry))), 8*time.Second)
	return d - time.Duration(rand.Int63n(int64(d/4)))
}

func retryAfter(resp *http.Response) (time.Duration, bool) {
	if resp == nil {
		return 0, false
	}
	for _, h := range []struct {
		name string
		unit time.Duration
	}{{"Retry-After-Ms", time.Millisecond}, {"Retry-After", time.Second}} {
		v := resp.Header.Get(h.name)
		if v == "" {
			continue
		}
		if n, err := strconv.ParseFloat(v, 64); err == nil {
			return time.Duration(n * float64(h.unit)), true
		}
	}
	return 0, false
}
