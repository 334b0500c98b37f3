// Package retryablehttp declares what the cases use of the library of the same path. A
// test in the module proof holds it against the real one.
package retryablehttp

import (
	"context"
	"net/http"
	"time"
)

type CheckRetry func(ctx context.Context, resp *http.Response, err error) (bool, error)

type Backoff func(min, max time.Duration, attemptNum int, resp *http.Response) time.Duration

type Client struct {
	HTTPClient   *http.Client
	RetryWaitMin time.Duration
	RetryWaitMax time.Duration
	RetryMax     int
	CheckRetry   CheckRetry
	Backoff      Backoff
}

func NewClient() *Client { panic("a stub") }

type Request struct{ *http.Request }

func (r *Request) WithContext(ctx context.Context) *Request { panic("a stub") }

func NewRequest(method, url string, rawBody any) (*Request, error) { panic("a stub") }

func (c *Client) Do(req *Request) (*http.Response, error) { panic("a stub") }

func (c *Client) Get(url string) (*http.Response, error) { panic("a stub") }

func (c *Client) StandardClient() *http.Client { panic("a stub") }

type RoundTripper struct{ Client *Client }

func (rt *RoundTripper) RoundTrip(req *http.Request) (*http.Response, error) { panic("a stub") }

func LinearJitterBackoff(min, max time.Duration, attemptNum int, resp *http.Response) time.Duration {
	panic("a stub")
}
