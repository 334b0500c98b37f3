package proof

import (
	"context"
	"time"

	avastv4 "github.com/avast/retry-go/v4"
	avastv5 "github.com/avast/retry-go/v5"
	"github.com/sethvargo/go-retry"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/proof/attempts"
)

const (
	pathAvastV4   = "github.com/avast/retry-go/v4"
	pathAvastV5   = "github.com/avast/retry-go/v5"
	pathSethvargo = "github.com/sethvargo/go-retry"
)

var avastRetryGo = library{
	name: "retry-go-avast",
	subjects: []subject{{
		symbol:  pathAvastV4 + ".Do",
		retrier: true,
		options: []options{{pathAvastV4 + ".Attempts", []int{0, 1, 3}}},
		call: func(c *attempts.Call) error {
			var o []avastv4.Option
			if n, ok := c.Set(pathAvastV4 + ".Attempts"); ok {
				o = append(o, avastv4.Attempts(uint(n)))
			}
			return avastv4.Do(c.Fail, o...)
		},
	}, {
		symbol:  pathAvastV4 + ".DoWithData",
		retrier: true,
		call: func(c *attempts.Call) error {
			_, err := avastv4.DoWithData(func() (int, error) { return 0, c.Fail() })
			return err
		},
	}, {
		symbol:  pathAvastV4 + ".Do",
		with:    "DelayType(FixedDelay)",
		uses:    []string{pathAvastV4 + ".DelayType", pathAvastV4 + ".FixedDelay"},
		retrier: true,
		call: func(c *attempts.Call) error {
			return avastv4.Do(c.Fail, avastv4.DelayType(avastv4.FixedDelay))
		},
	}, {
		symbol:  pathAvastV4 + ".Do",
		with:    "DelayType(BackOffDelay)",
		uses:    []string{pathAvastV4 + ".DelayType", pathAvastV4 + ".BackOffDelay"},
		retrier: true,
		call: func(c *attempts.Call) error {
			return avastv4.Do(c.Fail, avastv4.DelayType(avastv4.BackOffDelay))
		},
	}, {
		symbol:  pathAvastV4 + ".Do",
		with:    "DelayType(RandomDelay)",
		uses:    []string{pathAvastV4 + ".DelayType", pathAvastV4 + ".RandomDelay"},
		retrier: true,
		call: func(c *attempts.Call) error {
			return avastv4.Do(c.Fail, avastv4.DelayType(avastv4.RandomDelay))
		},
	}, {
		symbol:  pathAvastV4 + ".Do",
		with:    "DelayType(FullJitterBackoffDelay)",
		uses:    []string{pathAvastV4 + ".DelayType", pathAvastV4 + ".FullJitterBackoffDelay"},
		retrier: true,
		call: func(c *attempts.Call) error {
			return avastv4.Do(c.Fail, avastv4.DelayType(avastv4.FullJitterBackoffDelay))
		},
	}, {
		symbol:  pathAvastV4 + ".Do",
		with:    "UntilSucceeded()",
		uses:    []string{pathAvastV4 + ".UntilSucceeded"},
		retrier: true,
		call:    func(c *attempts.Call) error { return avastv4.Do(c.Fail, avastv4.UntilSucceeded()) },
	}, {
		symbol:  pathAvastV5 + ".Retrier.Do",
		uses:    []string{pathAvastV5 + ".New"},
		retrier: true,
		options: []options{{pathAvastV5 + ".Attempts", []int{0, 1, 3}}},
		call: func(c *attempts.Call) error {
			var o []avastv5.Option
			if n, ok := c.Set(pathAvastV5 + ".Attempts"); ok {
				o = append(o, avastv5.Attempts(uint(n)))
			}
			return avastv5.New(o...).Do(c.Fail)
		},
	}, {
		symbol:  pathAvastV5 + ".RetrierWithData.Do",
		uses:    []string{pathAvastV5 + ".NewWithData"},
		retrier: true,
		call: func(c *attempts.Call) error {
			_, err := avastv5.NewWithData[int]().Do(func() (int, error) { return 0, c.Fail() })
			return err
		},
	}, {
		symbol:  pathAvastV5 + ".Retrier.Do",
		with:    "DelayType(FixedDelay)",
		uses:    []string{pathAvastV5 + ".DelayType", pathAvastV5 + ".FixedDelay"},
		retrier: true,
		call: func(c *attempts.Call) error {
			return avastv5.New(avastv5.DelayType(avastv5.FixedDelay)).Do(c.Fail)
		},
	}, {
		symbol:  pathAvastV4 + ".Do",
		with:    "an error that is Unrecoverable",
		uses:    []string{pathAvastV4 + ".Unrecoverable"},
		retrier: true,
		call: func(c *attempts.Call) error {
			return avastv4.Do(func() error { return avastv4.Unrecoverable(c.Fail()) })
		},
	}},
}

var sethvargoGoRetry = library{
	name: "go-retry-sethvargo",
	subjects: []subject{
		sethvargo("NewExponential(time.Second)", []string{pathSethvargo + ".NewExponential"}, func() retry.Backoff { return retry.NewExponential(time.Second) }),
		sethvargo("NewConstant(time.Second)", []string{pathSethvargo + ".NewConstant"}, func() retry.Backoff { return retry.NewConstant(time.Second) }),
		sethvargo("NewFibonacci(time.Second)", []string{pathSethvargo + ".NewFibonacci"}, func() retry.Backoff { return retry.NewFibonacci(time.Second) }),
		sethvargo("WithJitter(time.Second, NewConstant(time.Second))", []string{pathSethvargo + ".NewConstant", pathSethvargo + ".WithJitter"}, func() retry.Backoff {
			return retry.WithJitter(time.Second, retry.NewConstant(time.Second))
		}),
		sethvargo("WithJitterPercent(5, NewConstant(time.Second))", []string{pathSethvargo + ".NewConstant", pathSethvargo + ".WithJitterPercent"}, func() retry.Backoff {
			return retry.WithJitterPercent(5, retry.NewConstant(time.Second))
		}),
		sethvargo("WithFullJitter(NewConstant(time.Second))", []string{pathSethvargo + ".NewConstant", pathSethvargo + ".WithFullJitter"}, func() retry.Backoff {
			return retry.WithFullJitter(retry.NewConstant(time.Second))
		}),
		sethvargo("WithCappedDuration(5*time.Second, NewExponential(time.Second))", []string{pathSethvargo + ".NewExponential", pathSethvargo + ".WithCappedDuration"}, func() retry.Backoff {
			return retry.WithCappedDuration(5*time.Second, retry.NewExponential(time.Second))
		}),
		{
			symbol:  pathSethvargo + ".Do",
			with:    "NewConstant(time.Second), an error that is not marked",
			uses:    []string{pathSethvargo + ".NewConstant"},
			plain:   true,
			retrier: true,
			call: func(c *attempts.Call) error {
				return retry.Do(c.Context, retry.NewConstant(time.Second), func(context.Context) error { return c.Fail() })
			},
		},
		{
			symbol:  pathSethvargo + ".DoValue",
			with:    "WithMaxRetries(3, NewConstant(time.Second))",
			uses:    []string{pathSethvargo + ".NewConstant"},
			given:   catalog.Attempts(4),
			retrier: true,
			call: func(c *attempts.Call) error {
				_, err := retry.DoValue(c.Context, retry.WithMaxRetries(3, retry.NewConstant(time.Second)), func(context.Context) (int, error) {
					return 0, retry.RetryableError(c.Fail())
				})
				return err
			},
		},
		{
			symbol:  pathSethvargo + ".Exponential",
			retrier: true,
			call: func(c *attempts.Call) error {
				return retry.Exponential(c.Context, time.Second, func(context.Context) error { return retry.RetryableError(c.Fail()) })
			},
		},
		{
			symbol:  pathSethvargo + ".Constant",
			retrier: true,
			call: func(c *attempts.Call) error {
				return retry.Constant(c.Context, time.Second, func(context.Context) error { return retry.RetryableError(c.Fail()) })
			},
		},
		{
			symbol:  pathSethvargo + ".Fibonacci",
			retrier: true,
			call: func(c *attempts.Call) error {
				return retry.Fibonacci(c.Context, time.Second, func(context.Context) error { return retry.RetryableError(c.Fail()) })
			},
		},
		{
			symbol:  pathSethvargo + ".Do",
			with:    "a WithMaxRetries(3, NewConstant(time.Second)) that is used up",
			aside:   true,
			retrier: true,
			call: func(c *attempts.Call) error {
				b := retry.WithMaxRetries(3, retry.NewConstant(time.Second))
				retry.Do(c.Context, b, func(context.Context) error { return retry.RetryableError(attempts.ErrFailed) })
				return retry.Do(c.Context, b, func(context.Context) error { return retry.RetryableError(c.Fail()) })
			},
		},
	},
}

// sethvargo is Do with a backoff and an error that is marked as retriable.
func sethvargo(with string, uses []string, backoff func() retry.Backoff) subject {
	return subject{
		symbol:  pathSethvargo + ".Do",
		with:    with,
		uses:    append(uses, pathSethvargo+".RetryableError"),
		retrier: true,
		options: []options{{pathSethvargo + ".WithMaxRetries", []int{0, 1, 3}}},
		call: func(c *attempts.Call) error {
			b := backoff()
			if n, ok := c.Set(pathSethvargo + ".WithMaxRetries"); ok {
				b = retry.WithMaxRetries(uint64(n), b)
			}
			return retry.Do(c.Context, b, func(context.Context) error { return retry.RetryableError(c.Fail()) })
		},
	}
}
