package proof

import (
	"context"
	"time"

	restyv2 "github.com/go-resty/resty/v2"
	restyv3 "resty.dev/v3"

	"github.com/retrylint/retrylint/proof/attempts"
)

const (
	pathRestyV2 = "github.com/go-resty/resty/v2"
	pathRestyV3 = "resty.dev/v3"
)

var resty = library{
	name: "resty",
	subjects: []subject{
		restyV2("", nil, func(*restyv2.Client) {}),
		restyV2("AddRetryCondition on 503", []string{pathRestyV2 + ".Client.AddRetryCondition"}, func(c *restyv2.Client) {
			c.AddRetryCondition(func(r *restyv2.Response, _ error) bool { return r.StatusCode() == 503 })
		}),
		restyV2("AddRetryAfterErrorCondition", []string{pathRestyV2 + ".Client.AddRetryAfterErrorCondition"}, func(c *restyv2.Client) { c.AddRetryAfterErrorCondition() }),
		{
			symbol:  pathRestyV2 + ".Backoff",
			retrier: true,
			options: []options{{pathRestyV2 + ".Retries", []int{0, 1, 5}}},
			call: func(c *attempts.Call) error {
				var o []restyv2.Option
				if n, ok := c.Set(pathRestyV2 + ".Retries"); ok {
					o = append(o, restyv2.Retries(n))
				}
				return restyv2.Backoff(func() (*restyv2.Response, error) { return nil, c.Fail() }, o...)
			},
		},
		restyV3("", nil, func(*restyv3.Client) {}),
		restyV3("AddRetryConditions(RetryConditionStatus5XX)", []string{pathRestyV3 + ".Client.AddRetryConditions", pathRestyV3 + ".RetryConditionStatus5XX"}, func(c *restyv3.Client) {
			c.AddRetryConditions(restyv3.RetryConditionStatus5XX)
		}),
		restyV3("AddRetryConditions(RetryConditionStatusTooManyRequests)", []string{pathRestyV3 + ".Client.AddRetryConditions", pathRestyV3 + ".RetryConditionStatusTooManyRequests"}, func(c *restyv3.Client) {
			c.AddRetryConditions(restyv3.RetryConditionStatusTooManyRequests)
		}),
		restyV3("AddRetryConditions(RetryConditionStatus5XX), SetRetryAllowNonIdempotent(true)", []string{pathRestyV3 + ".Client.AddRetryConditions", pathRestyV3 + ".RetryConditionStatus5XX", pathRestyV3 + ".Client.SetRetryAllowNonIdempotent"}, func(c *restyv3.Client) {
			c.AddRetryConditions(restyv3.RetryConditionStatus5XX).SetRetryAllowNonIdempotent(true)
		}),
		restyV3("AddRetryConditions(RetryConditionStatus5XX), SetRetryDelayStrategy(RetryConstantDelayStrategy(time.Second))", []string{pathRestyV3 + ".Client.AddRetryConditions", pathRestyV3 + ".RetryConditionStatus5XX", pathRestyV3 + ".Client.SetRetryDelayStrategy", pathRestyV3 + ".RetryConstantDelayStrategy"}, func(c *restyv3.Client) {
			c.AddRetryConditions(restyv3.RetryConditionStatus5XX).SetRetryDelayStrategy(restyv3.RetryConstantDelayStrategy(time.Second))
		}),
	},
}

func restyV2(with string, uses []string, set func(*restyv2.Client)) subject {
	return subject{
		symbol:  pathRestyV2 + ".Request.Execute",
		with:    with,
		uses:    uses,
		on:      option{pathRestyV2 + ".Client.SetRetryCount", 3},
		options: []options{{pathRestyV2 + ".Client.SetRetryCount", []int{-1, 0, 1}}},
		methods: getAndPost,
		call: func(c *attempts.Call) error {
			client := restyv2.NewWithClient(c.Client())
			client.SetLogger(silent{})
			set(client)
			if n, ok := c.Set(pathRestyV2 + ".Client.SetRetryCount"); ok {
				client.SetRetryCount(n)
			}
			_, err := client.R().SetContext(c.Context).SetBody("body").Execute(c.Method, c.URL())
			return err
		},
	}
}

func restyV3(with string, uses []string, set func(*restyv3.Client)) subject {
	return subject{
		symbol:  pathRestyV3 + ".Request.Execute",
		aside:   with == "",
		with:    with,
		uses:    uses,
		on:      option{pathRestyV3 + ".Client.SetRetryCount", 3},
		options: []options{{pathRestyV3 + ".Client.SetRetryCount", []int{0, 1}}},
		methods: getAndPost,
		call: func(c *attempts.Call) error {
			client := restyv3.NewWithClient(c.Client())
			defer client.Close()
			client.SetLogger(silent{})
			set(client)
			if n, ok := c.Set(pathRestyV3 + ".Client.SetRetryCount"); ok {
				client.SetRetryCount(n)
			}
			r := client.R().SetContext(c.Context)
			if c.Method == "POST" {
				r.SetBody("body")
			}
			_, err := r.Execute(c.Method, c.URL())
			return err
		},
	}
}

// silent is a logger that says nothing.
type silent struct{}

func (silent) Errorf(string, ...any) {}
func (silent) Warnf(string, ...any)  {}
func (silent) Debugf(string, ...any) {}

func (silent) Printf(context.Context, string, ...any) {}
