package proof

import (
	"github.com/stripe/stripe-go/v82"

	"github.com/retrylint/retrylint/proof/attempts"
)

const pathStripe = "github.com/stripe/stripe-go/v82"

var stripeGo = library{
	name: "stripe-go",
	subjects: []subject{
		stripeCall("an answer of JSON", attempts.JSON(`{"error":{"type":"api_error","message":"failed"}}`)),
		stripeCall("an answer without a body", nil),
		stripeCall("an answer with the code lock_timeout", attempts.JSON(`{"error":{"type":"invalid_request_error","code":"lock_timeout","message":"failed"}}`)),
	},
}

func stripeCall(with string, answer attempts.Answer) subject {
	return subject{
		symbol:  pathStripe + ".BackendImplementation.Call",
		with:    with,
		uses:    []string{pathStripe + ".GetBackendWithConfig"},
		aside:   answer != nil,
		answer:  answer,
		options: []options{{pathStripe + ".BackendConfig.MaxNetworkRetries", []int{-1, 0, 1, 5}}},
		methods: getAndPost,
		call: func(c *attempts.Call) error {
			cfg := &stripe.BackendConfig{
				HTTPClient:    c.Client(),
				URL:           stripe.String(c.URL()),
				LeveledLogger: &stripe.LeveledLogger{Level: stripe.LevelNull},
			}
			if n, ok := c.Set(pathStripe + ".BackendConfig.MaxNetworkRetries"); ok {
				cfg.MaxNetworkRetries = stripe.Int64(int64(n))
			}
			var customer stripe.Customer
			params := &stripe.CustomerParams{}
			params.Context = c.Context
			return stripe.GetBackendWithConfig(stripe.APIBackend, cfg).Call(c.Method, "/v1/customers/1", "key", params, &customer)
		},
	}
}
