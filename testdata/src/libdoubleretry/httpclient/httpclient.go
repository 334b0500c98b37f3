// Package httpclient retries calls of clients of net/http that retry behind the type.
package httpclient

import (
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// Hidden hides the retries behind an ordinary client.
func Hidden(req *http.Request) (resp *http.Response, err error) {
	client := retryablehttp.NewClient().StandardClient()
	for range 3 { // want `^3 attempts here × 5 in retryablehttp \(default RetryMax 4\) = up to 15: retryablehttp already retries \(\*http\.Client\)\.Do; RetryMax = 0 turns retryablehttp's off$`
		resp, err = client.Do(req)
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Transport hides them one layer further down.
func Transport(req *http.Request) (resp *http.Response, err error) {
	inner := retryablehttp.NewClient()
	inner.RetryMax = 2
	client := &http.Client{Transport: &retryablehttp.RoundTripper{Client: inner}}
	for range 3 { // want `^3 attempts here × 3 in retryablehttp \(RetryMax = 2 at httpclient\.go:27\) = up to 9: `
		resp, err = client.Do(req)
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Stripped hands on only the client inside, which does not retry.
func Stripped(req *http.Request) (resp *http.Response, err error) {
	client := retryablehttp.NewClient().HTTPClient
	for range 3 {
		resp, err = client.Do(req)
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Off has the retries turned off before the client is hidden.
func Off(req *http.Request) (resp *http.Response, err error) {
	inner := retryablehttp.NewClient()
	inner.RetryMax = 0
	client := inner.StandardClient()
	for range 3 {
		resp, err = client.Do(req)
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Plain does not retry at all.
func Plain(req *http.Request) (resp *http.Response, err error) {
	client := &http.Client{Timeout: time.Second}
	for range 3 {
		resp, err = client.Do(req)
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
