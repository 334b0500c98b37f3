package proof

import (
	"context"
	"strings"
	"time"

	rican7 "github.com/Rican7/retry"
	"github.com/Rican7/retry/backoff"
	"github.com/Rican7/retry/strategy"
	"github.com/eapache/go-resiliency/retrier"
	"github.com/go-kit/kit/endpoint"
	"github.com/go-kit/kit/sd"
	"github.com/go-kit/kit/sd/lb"
	helperretry "github.com/hashicorp/terraform-plugin-sdk/v2/helper/retry"
	jpillora "github.com/jpillora/backoff"
	lestrrat "github.com/lestrrat-go/backoff/v2"
	"github.com/matryer/try"
	"github.com/sony/gobreaker/v2"
	"github.com/zeromicro/go-zero/core/fx"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/proof/attempts"
)

const (
	pathEapache   = "github.com/eapache/go-resiliency/retrier"
	pathRican7    = "github.com/Rican7/retry"
	pathJpillora  = "github.com/jpillora/backoff"
	pathLestrrat  = "github.com/lestrrat-go/backoff/v2"
	pathMatryer   = "github.com/matryer/try"
	pathTerraform = "github.com/hashicorp/terraform-plugin-sdk/v2/helper/retry"
	pathGoZero    = "github.com/zeromicro/go-zero/core/fx"
	pathGoKit     = "github.com/go-kit/kit/sd/lb"
	pathGobreaker = "github.com/sony/gobreaker/v2"
)

var goResiliency = library{
	name: "go-resiliency",
	subjects: []subject{
		eapache("ConstantBackoff", "", func(n int) []time.Duration { return retrier.ConstantBackoff(n, time.Second) }, 0),
		eapache("ExponentialBackoff", "", func(n int) []time.Duration { return retrier.ExponentialBackoff(n, time.Second) }, 0),
		eapache("LimitedExponentialBackoff", "", func(n int) []time.Duration {
			return retrier.LimitedExponentialBackoff(n, time.Second, 4*time.Second)
		}, 0),
		eapache("ConstantBackoff", "SetJitter(0.5)", func(n int) []time.Duration { return retrier.ConstantBackoff(n, time.Second) }, 0.5),
		{
			symbol:  pathEapache + ".Retrier.Run",
			with:    "a BlacklistClassifier with the error",
			aside:   true,
			retrier: true,
			call: func(c *attempts.Call) error {
				return retrier.New(retrier.ConstantBackoff(3, time.Second), retrier.BlacklistClassifier{attempts.ErrFailed}).Run(c.Fail)
			},
		},
	},
}

// eapache is Run with a list of 3 waits, or as many as the option says.
func eapache(list, set string, make func(int) []time.Duration, jitter float64) subject {
	s := subject{
		symbol:  pathEapache + ".Retrier.Run",
		with:    strings.TrimSuffix(list+" of 3, "+set, ", "),
		uses:    []string{pathEapache + ".New", pathEapache + "." + list},
		retrier: true,
		options: []options{{pathEapache + "." + list, []int{0, 1, 5}}},
		call: func(c *attempts.Call) error {
			n := 3
			if v, ok := c.Set(pathEapache + "." + list); ok {
				n = v
			}
			r := retrier.New(make(n), nil)
			r.SetJitter(jitter)
			return r.Run(c.Fail)
		},
	}
	if jitter > 0 {
		s.uses = append(s.uses, pathEapache+".Retrier.SetJitter")
	}
	return s
}

var rican7Retry = library{
	name: "retry-rican7",
	subjects: []subject{
		{
			symbol:  pathRican7 + ".Retry",
			retrier: true,
			options: []options{{pathRican7 + "/strategy.Limit", []int{0, 1, 3}}},
			call: func(c *attempts.Call) error {
				var s []strategy.Strategy
				if n, ok := c.Set(pathRican7 + "/strategy.Limit"); ok {
					s = append(s, strategy.Limit(uint(n)))
				}
				return rican7.Retry(func(uint) error { return c.Fail() }, s...)
			},
		},
		rican7Waits("Wait", "time.Second", strategy.Wait(time.Second)),
		rican7Waits("Backoff", "backoff.Linear(time.Second)", strategy.Backoff(backoff.Linear(time.Second))),
		rican7Waits("Backoff", "backoff.BinaryExponential(time.Second)", strategy.Backoff(backoff.BinaryExponential(time.Second))),
	},
}

// rican7Waits is Retry with 4 attempts and a strategy that waits.
func rican7Waits(name, args string, s strategy.Strategy) subject {
	return subject{
		symbol:  pathRican7 + ".Retry",
		with:    "strategy.Limit(4), strategy." + name + "(" + args + ")",
		uses:    []string{pathRican7 + "/strategy." + name},
		given:   catalog.Attempts(4),
		retrier: true,
		call: func(c *attempts.Call) error {
			return rican7.Retry(func(uint) error { return c.Fail() }, strategy.Limit(4), s)
		},
	}
}

var jpilloraBackoff = library{
	name: "backoff-jpillora",
	subjects: []subject{
		jpilloraLoop("Backoff{}", nil, false),
		jpilloraLoop("Backoff{Jitter: true}", []string{pathJpillora + ".Backoff.Jitter"}, true),
	},
}

// jpilloraLoop waits as the backoff says; the loop is the caller's.
func jpilloraLoop(with string, uses []string, jitter bool) subject {
	return subject{
		symbol:  pathJpillora + ".Backoff.Duration",
		with:    with,
		uses:    uses,
		retrier: true,
		call: func(c *attempts.Call) error {
			b := jpillora.Backoff{Jitter: jitter}
			for c.Fail() != nil {
				time.Sleep(b.Duration())
			}
			return nil
		},
	}
}

var lestrratBackoff = library{
	name: "backoff-lestrrat",
	subjects: []subject{
		{
			symbol:  pathLestrrat + ".Continue",
			with:    "Exponential()",
			uses:    []string{pathLestrrat + ".Exponential"},
			retrier: true,
			options: []options{{pathLestrrat + ".WithMaxRetries", []int{0, 1, 3}}},
			call: func(c *attempts.Call) error {
				var o []lestrrat.ExponentialOption
				if n, ok := c.Set(pathLestrrat + ".WithMaxRetries"); ok {
					o = append(o, lestrrat.WithMaxRetries(n))
				}
				return lestrratLoop(c, lestrrat.Exponential(o...))
			},
		},
		{
			symbol:  pathLestrrat + ".Continue",
			with:    "Constant()",
			uses:    []string{pathLestrrat + ".Constant"},
			retrier: true,
			call:    func(c *attempts.Call) error { return lestrratLoop(c, lestrrat.Constant()) },
		},
		{
			symbol:  pathLestrrat + ".Continue",
			with:    "Exponential(WithJitterFactor(0.5))",
			uses:    []string{pathLestrrat + ".Exponential", pathLestrrat + ".WithJitterFactor"},
			retrier: true,
			call: func(c *attempts.Call) error {
				return lestrratLoop(c, lestrrat.Exponential(lestrrat.WithJitterFactor(0.5)))
			},
		},
	},
}

func lestrratLoop(c *attempts.Call, p lestrrat.Policy) error {
	ctx, cancel := context.WithCancel(c.Context)
	defer cancel()
	b := p.Start(ctx)
	for lestrrat.Continue(b) {
		if c.Fail() == nil {
			return nil
		}
	}
	return attempts.ErrFailed
}

var matryerTry = library{
	name: "try-matryer",
	subjects: []subject{{
		symbol:  pathMatryer + ".Do",
		retrier: true,
		call: func(c *attempts.Call) error {
			return try.Do(func(int) (bool, error) { return true, c.Fail() })
		},
	}},
}

var terraformRetry = library{
	name: "terraform-plugin-sdk",
	subjects: []subject{{
		symbol:  pathTerraform + ".RetryContext",
		with:    "2 minutes, RetryableError",
		uses:    []string{pathTerraform + ".RetryableError"},
		retrier: true,
		call: func(c *attempts.Call) error {
			return helperretry.RetryContext(c.Context, 2*time.Minute, func() *helperretry.RetryError { return helperretry.RetryableError(c.Fail()) })
		},
	}, {
		symbol:  pathTerraform + ".RetryContext",
		with:    "2 minutes, NonRetryableError",
		uses:    []string{pathTerraform + ".NonRetryableError"},
		retrier: true,
		call: func(c *attempts.Call) error {
			return helperretry.RetryContext(c.Context, 2*time.Minute, func() *helperretry.RetryError { return helperretry.NonRetryableError(c.Fail()) })
		},
	}},
}

var goZero = library{
	name: "go-zero",
	subjects: []subject{
		fxRetry("", nil, nil),
		fxRetry("WithInterval(time.Second)", []string{pathGoZero + ".WithInterval"}, []fx.RetryOption{fx.WithInterval(time.Second)}),
		fxRetry("WithIgnoreErrors", nil, []fx.RetryOption{fx.WithIgnoreErrors([]error{attempts.ErrFailed})}),
	},
}

func fxRetry(with string, uses []string, set []fx.RetryOption) subject {
	return subject{
		symbol:  pathGoZero + ".DoWithRetry",
		with:    with,
		uses:    uses,
		aside:   with != "" && uses == nil,
		retrier: true,
		options: []options{{pathGoZero + ".WithRetry", []int{-1, 0, 1, 5}}},
		call: func(c *attempts.Call) error {
			o := set
			if n, ok := c.Set(pathGoZero + ".WithRetry"); ok {
				o = append(o[:len(o):len(o)], fx.WithRetry(n))
			}
			return fx.DoWithRetry(c.Fail, o...)
		},
	}
}

var goKit = library{
	name: "go-kit",
	subjects: []subject{{
		symbol:  pathGoKit + ".Retry",
		with:    "1 minute",
		retrier: true,
		options: []options{{pathGoKit + ".Retry", []int{-1, 0, 1, 5}}},
		call: func(c *attempts.Call) error {
			n := 3
			if v, ok := c.Set(pathGoKit + ".Retry"); ok {
				n = v
			}
			endpoints := sd.FixedEndpointer{endpoint.Endpoint(func(context.Context, any) (any, error) { return nil, c.Fail() })}
			_, err := lb.Retry(n, time.Minute, lb.NewRoundRobin(endpoints))(c.Context, nil)
			return err
		},
	}},
}

var gobreakerGo = library{
	name: "gobreaker",
	subjects: []subject{{
		symbol:  pathGobreaker + ".CircuitBreaker.Execute",
		retrier: true,
		call: func(c *attempts.Call) error {
			_, err := gobreaker.NewCircuitBreaker[int](gobreaker.Settings{}).Execute(func() (int, error) { return 0, c.Fail() })
			return err
		},
	}},
}
