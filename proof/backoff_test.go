package proof

import (
	"context"
	"time"

	backoffv4 "github.com/cenkalti/backoff/v4"
	backoffv5 "github.com/cenkalti/backoff/v5"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/proof/attempts"
)

const (
	pathBackoffV4 = "github.com/cenkalti/backoff/v4"
	pathBackoffV5 = "github.com/cenkalti/backoff/v5"
)

var cenkaltiBackoff = library{
	name: "backoff",
	subjects: []subject{{
		symbol:  pathBackoffV4 + ".Retry",
		with:    "NewExponentialBackOff()",
		uses:    []string{pathBackoffV4 + ".NewExponentialBackOff"},
		retrier: true,
		timed:   true,
		options: []options{{pathBackoffV4 + ".WithMaxRetries", []int{0, 1, 3}}},
		call: func(c *attempts.Call) error {
			var b backoffv4.BackOff = backoffv4.NewExponentialBackOff()
			if n, ok := c.Set(pathBackoffV4 + ".WithMaxRetries"); ok {
				b = backoffv4.WithMaxRetries(b, uint64(n))
			}
			return backoffv4.Retry(c.Fail, b)
		},
	}, {
		symbol:  pathBackoffV4 + ".Retry",
		with:    "NewExponentialBackOff(WithMaxElapsedTime(0))",
		aside:   true,
		retrier: true,
		call: func(c *attempts.Call) error {
			return backoffv4.Retry(c.Fail, backoffv4.NewExponentialBackOff(backoffv4.WithMaxElapsedTime(0)))
		},
	}, {
		symbol:  pathBackoffV4 + ".Retry",
		with:    "NewConstantBackOff(time.Second)",
		uses:    []string{pathBackoffV4 + ".NewConstantBackOff"},
		retrier: true,
		options: []options{{pathBackoffV4 + ".WithMaxRetries", []int{0, 1, 3}}},
		call: func(c *attempts.Call) error {
			var b backoffv4.BackOff = backoffv4.NewConstantBackOff(time.Second)
			if n, ok := c.Set(pathBackoffV4 + ".WithMaxRetries"); ok {
				b = backoffv4.WithMaxRetries(b, uint64(n))
			}
			return backoffv4.Retry(c.Fail, b)
		},
	}, {
		symbol:  pathBackoffV4 + ".Retry",
		with:    "&ZeroBackOff{}",
		uses:    []string{pathBackoffV4 + ".ZeroBackOff"},
		retrier: true,
		call:    func(c *attempts.Call) error { return backoffv4.Retry(c.Fail, &backoffv4.ZeroBackOff{}) },
	}, {
		symbol:  pathBackoffV4 + ".Retry",
		with:    "&StopBackOff{}",
		uses:    []string{pathBackoffV4 + ".StopBackOff"},
		retrier: true,
		call:    func(c *attempts.Call) error { return backoffv4.Retry(c.Fail, &backoffv4.StopBackOff{}) },
	}, {
		symbol:  pathBackoffV4 + ".RetryNotify",
		with:    "WithMaxRetries(&ZeroBackOff{}, 3)",
		uses:    []string{pathBackoffV4 + ".ZeroBackOff"},
		given:   catalog.Attempts(4),
		retrier: true,
		call: func(c *attempts.Call) error {
			return backoffv4.RetryNotify(c.Fail, backoffv4.WithMaxRetries(&backoffv4.ZeroBackOff{}, 3), func(error, time.Duration) {})
		},
	}, {
		symbol:  pathBackoffV4 + ".RetryWithData",
		with:    "WithMaxRetries(&ZeroBackOff{}, 3)",
		uses:    []string{pathBackoffV4 + ".ZeroBackOff"},
		given:   catalog.Attempts(4),
		retrier: true,
		call: func(c *attempts.Call) error {
			_, err := backoffv4.RetryWithData(func() (int, error) { return 0, c.Fail() }, backoffv4.WithMaxRetries(&backoffv4.ZeroBackOff{}, 3))
			return err
		},
	}, {
		symbol:  pathBackoffV5 + ".Retry",
		retrier: true,
		timed:   true,
		options: []options{{pathBackoffV5 + ".WithMaxTries", []int{0, 1, 3}}},
		call: func(c *attempts.Call) error {
			var o []backoffv5.RetryOption
			if n, ok := c.Set(pathBackoffV5 + ".WithMaxTries"); ok {
				o = append(o, backoffv5.WithMaxTries(uint(n)))
			}
			return retryV5(c.Context, c, o...)
		},
	}, {
		symbol:  pathBackoffV5 + ".Retry",
		with:    "WithMaxElapsedTime(0)",
		aside:   true,
		retrier: true,
		options: []options{{pathBackoffV5 + ".WithMaxTries", []int{0, 1, 3}}},
		call: func(c *attempts.Call) error {
			o := []backoffv5.RetryOption{backoffv5.WithMaxElapsedTime(0)}
			if n, ok := c.Set(pathBackoffV5 + ".WithMaxTries"); ok {
				o = append(o, backoffv5.WithMaxTries(uint(n)))
			}
			return retryV5(c.Context, c, o...)
		},
	}, {
		symbol:  pathBackoffV5 + ".Retry",
		with:    "WithBackOff(NewConstantBackOff(time.Second)), WithMaxTries(4)",
		uses:    []string{pathBackoffV5 + ".WithBackOff", pathBackoffV5 + ".NewConstantBackOff"},
		given:   catalog.Attempts(4),
		retrier: true,
		call: func(c *attempts.Call) error {
			return retryV5(c.Context, c, backoffv5.WithBackOff(backoffv5.NewConstantBackOff(time.Second)), backoffv5.WithMaxTries(4))
		},
	}, {
		symbol:  pathBackoffV5 + ".Retry",
		with:    "WithBackOff(&ZeroBackOff{}), WithMaxTries(4)",
		uses:    []string{pathBackoffV5 + ".WithBackOff", pathBackoffV5 + ".ZeroBackOff"},
		given:   catalog.Attempts(4),
		retrier: true,
		call: func(c *attempts.Call) error {
			return retryV5(c.Context, c, backoffv5.WithBackOff(&backoffv5.ZeroBackOff{}), backoffv5.WithMaxTries(4))
		},
	}, {
		symbol:  pathBackoffV4 + ".Retry",
		with:    "&ZeroBackOff{}, an error that is Permanent",
		uses:    []string{pathBackoffV4 + ".ZeroBackOff", pathBackoffV4 + ".Permanent"},
		retrier: true,
		call:    permanentV4,
	}, {
		symbol:  pathBackoffV5 + ".Retry",
		with:    "an error that is Permanent",
		uses:    []string{pathBackoffV5 + ".Permanent"},
		retrier: true,
		call:    permanentV5,
	}},
}

func permanentV4(c *attempts.Call) error {
	return backoffv4.Retry(func() error { return backoffv4.Permanent(c.Fail()) }, &backoffv4.ZeroBackOff{})
}

func permanentV5(c *attempts.Call) error {
	_, err := backoffv5.Retry(c.Context, func() (int, error) { return 0, backoffv5.Permanent(c.Fail()) })
	return err
}

func retryV5(ctx context.Context, c *attempts.Call, o ...backoffv5.RetryOption) error {
	_, err := backoffv5.Retry(ctx, func() (int, error) { return 0, c.Fail() }, o...)
	return err
}
