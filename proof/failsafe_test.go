package proof

import (
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/failsafe-go/failsafe-go/retrypolicy"

	"github.com/retrylint/retrylint/proof/attempts"
)

const pathFailsafe = "github.com/failsafe-go/failsafe-go"

var failsafeGo = library{
	name: "failsafe-go",
	subjects: []subject{{
		symbol:  pathFailsafe + ".Executor.Run",
		with:    "retrypolicy.NewWithDefaults",
		uses:    []string{pathFailsafe + ".With", pathFailsafe + "/retrypolicy.NewWithDefaults"},
		retrier: true,
		call: func(c *attempts.Call) error {
			return failsafe.With(retrypolicy.NewWithDefaults[any]()).Run(c.Fail)
		},
	}, {
		symbol:  pathFailsafe + ".Executor.Get",
		with:    "retrypolicy.NewBuilder",
		uses:    []string{pathFailsafe + ".With", pathFailsafe + "/retrypolicy.NewBuilder"},
		retrier: true,
		options: []options{
			{pathFailsafe + "/retrypolicy.Builder.WithMaxRetries", []int{-1, 0, 1, 3}},
			{pathFailsafe + "/retrypolicy.Builder.WithMaxAttempts", []int{-1, 0, 1, 3}},
		},
		call: func(c *attempts.Call) error {
			b := retrypolicy.NewBuilder[int]()
			if n, ok := c.Set(pathFailsafe + "/retrypolicy.Builder.WithMaxRetries"); ok {
				b = b.WithMaxRetries(n)
			}
			if n, ok := c.Set(pathFailsafe + "/retrypolicy.Builder.WithMaxAttempts"); ok {
				b = b.WithMaxAttempts(n)
			}
			_, err := failsafe.With(b.Build()).Get(func() (int, error) { return 0, c.Fail() })
			return err
		},
	},
		failsafeRun("WithDelay(time.Second)", []string{pathFailsafe + ".DelayablePolicyBuilder.WithDelay"}, func(b retrypolicy.Builder[any]) { b.WithDelay(time.Second) }),
		failsafeRun("WithBackoff(time.Second, 3*time.Second)", []string{pathFailsafe + "/retrypolicy.Builder.WithBackoff"}, func(b retrypolicy.Builder[any]) { b.WithBackoff(time.Second, 3*time.Second) }),
		failsafeRun("WithRandomDelay(time.Second, 2*time.Second)", []string{pathFailsafe + "/retrypolicy.Builder.WithRandomDelay"}, func(b retrypolicy.Builder[any]) { b.WithRandomDelay(time.Second, 2*time.Second) }),
		failsafeRun("WithDelay(time.Second).WithJitter(time.Second)", []string{pathFailsafe + ".DelayablePolicyBuilder.WithDelay", pathFailsafe + "/retrypolicy.Builder.WithJitter"}, func(b retrypolicy.Builder[any]) {
			b.WithDelay(time.Second).WithJitter(time.Second)
		}),
		failsafeRun("WithDelay(time.Second).WithJitterFactor(0.2)", []string{pathFailsafe + ".DelayablePolicyBuilder.WithDelay", pathFailsafe + "/retrypolicy.Builder.WithJitterFactor"}, func(b retrypolicy.Builder[any]) {
			b.WithDelay(time.Second).WithJitterFactor(0.2)
		}),
		subject{
			symbol:  pathFailsafe + "/failsafehttp.NewRoundTripper",
			with:    "failsafehttp.NewRetryPolicyBuilder",
			uses:    []string{pathFailsafe + "/failsafehttp.NewRetryPolicyBuilder"},
			methods: getAndPost,
			options: []options{{pathFailsafe + "/retrypolicy.Builder.WithMaxRetries", []int{0, 3}}},
			call: func(c *attempts.Call) error {
				b := failsafehttp.NewRetryPolicyBuilder()
				if n, ok := c.Set(pathFailsafe + "/retrypolicy.Builder.WithMaxRetries"); ok {
					b = b.WithMaxRetries(n)
				}
				return send(c, &http.Client{Transport: failsafehttp.NewRoundTripper(c.Transport(), b.Build())})
			},
		}},
}

// failsafeRun is Run with a policy that differs from the default.
func failsafeRun(with string, uses []string, set func(retrypolicy.Builder[any])) subject {
	return subject{
		symbol:  pathFailsafe + ".Executor.Run",
		with:    with,
		uses:    append([]string{pathFailsafe + "/retrypolicy.NewBuilder"}, uses...),
		retrier: true,
		call: func(c *attempts.Call) error {
			b := retrypolicy.NewBuilder[any]()
			set(b)
			return failsafe.With(b.Build()).Run(c.Fail)
		},
	}
}
