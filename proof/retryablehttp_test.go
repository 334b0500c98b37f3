package proof

import (
	"github.com/hashicorp/go-retryablehttp"

	"github.com/retrylint/retrylint/proof/attempts"
)

var goRetryablehttp = library{
	name: "retryablehttp",
	subjects: []subject{{
		symbol:  "github.com/hashicorp/go-retryablehttp.Client.Do",
		options: []options{{"github.com/hashicorp/go-retryablehttp.Client.RetryMax", []int{-1, 0, 1, 3}}},
		methods: getAndPost,
		call: func(c *attempts.Call) error {
			client := retryablehttpClient(c)
			req, err := retryablehttp.NewRequestWithContext(c.Context, c.Method, c.URL(), []byte("body"))
			if err != nil {
				return err
			}
			return closed(client.Do(req))
		},
	}, {
		symbol:  "github.com/hashicorp/go-retryablehttp.Client.StandardClient",
		methods: getAndPost,
		call:    func(c *attempts.Call) error { return send(c, retryablehttpClient(c).StandardClient()) },
	}},
}

func retryablehttpClient(c *attempts.Call) *retryablehttp.Client {
	client := retryablehttp.NewClient()
	client.Logger = nil
	client.HTTPClient = c.Client()
	if n, ok := c.Set("github.com/hashicorp/go-retryablehttp.Client.RetryMax"); ok {
		client.RetryMax = n
	}
	return client
}
