package proof

import (
	"context"
	"slices"
	"time"

	backoffv4 "github.com/cenkalti/backoff/v4"
	backoffv5 "github.com/cenkalti/backoff/v5"
	backoffv6 "github.com/cenkalti/backoff/v6"
	backoffv7 "github.com/cenkalti/backoff/v7"

	"github.com/retrylint/retrylint/internal/catalog"
	"github.com/retrylint/retrylint/proof/attempts"
)

const pathBackoffV4 = "github.com/cenkalti/backoff/v4"

var cenkaltiBackoff = library{
	name: "backoff",
	subjects: slices.Concat([]subject{{
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
		symbol:  pathBackoffV4 + ".Retry",
		with:    "&ZeroBackOff{}, an error that is Permanent",
		uses:    []string{pathBackoffV4 + ".ZeroBackOff", pathBackoffV4 + ".Permanent"},
		retrier: true,
		call:    permanentV4,
	}}, cenkaltiV5.subjects(), cenkaltiV6.subjects(), cenkaltiV7.subjects()),
}

func permanentV4(c *attempts.Call) error {
	return backoffv4.Retry(func() error { return backoffv4.Permanent(c.Fail()) }, &backoffv4.ZeroBackOff{})
}

// cenkaltiOptions is a major version in which options configure Retry.
type cenkaltiOptions[O any] struct {
	path           string
	retry          func(ctx context.Context, op func() (int, error), o ...O) error
	withMaxTries   func(uint) O
	withoutTime    O
	constant, zero func() O
	permanent      func(error) error
}

var (
	cenkaltiV5 = cenkaltiOptions[backoffv5.RetryOption]{
		path: "github.com/cenkalti/backoff/v5",
		retry: func(ctx context.Context, op func() (int, error), o ...backoffv5.RetryOption) error {
			_, err := backoffv5.Retry(ctx, op, o...)
			return err
		},
		withMaxTries: backoffv5.WithMaxTries,
		withoutTime:  backoffv5.WithMaxElapsedTime(0),
		constant:     func() backoffv5.RetryOption { return backoffv5.WithBackOff(backoffv5.NewConstantBackOff(time.Second)) },
		zero:         func() backoffv5.RetryOption { return backoffv5.WithBackOff(&backoffv5.ZeroBackOff{}) },
		permanent:    backoffv5.Permanent,
	}
	cenkaltiV6 = cenkaltiOptions[backoffv6.RetryOption]{
		path: "github.com/cenkalti/backoff/v6",
		retry: func(ctx context.Context, op func() (int, error), o ...backoffv6.RetryOption) error {
			_, err := backoffv6.Retry(ctx, op, o...)
			return err
		},
		withMaxTries: backoffv6.WithMaxTries,
		withoutTime:  backoffv6.WithMaxElapsedTime(0),
		constant:     func() backoffv6.RetryOption { return backoffv6.WithBackOff(backoffv6.NewConstantBackOff(time.Second)) },
		zero:         func() backoffv6.RetryOption { return backoffv6.WithBackOff(&backoffv6.ZeroBackOff{}) },
		permanent:    backoffv6.Permanent,
	}
	cenkaltiV7 = cenkaltiOptions[backoffv7.RetryOption]{
		path: "github.com/cenkalti/backoff/v7",
		retry: func(ctx context.Context, op func() (int, error), o ...backoffv7.RetryOption) error {
			_, err := backoffv7.Retry(ctx, op, o...)
			return err
		},
		withMaxTries: backoffv7.WithMaxTries,
		withoutTime:  backoffv7.WithMaxElapsedTime(0),
		constant:     func() backoffv7.RetryOption { return backoffv7.WithBackOff(backoffv7.NewConstantBackOff(time.Second)) },
		zero:         func() backoffv7.RetryOption { return backoffv7.WithBackOff(&backoffv7.ZeroBackOff{}) },
		permanent:    backoffv7.Permanent,
	}
)

// subjects returns how a version is called.
func (v cenkaltiOptions[O]) subjects() []subject {
	fails := func(c *attempts.Call) func() (int, error) { return func() (int, error) { return 0, c.Fail() } }
	tries := options{v.path + ".WithMaxTries", []int{0, 1, 3}}
	given := func(c *attempts.Call, o ...O) []O {
		if n, ok := c.Set(tries.symbol); ok {
			o = append(o, v.withMaxTries(uint(n)))
		}
		return o
	}
	return []subject{{
		symbol:  v.path + ".Retry",
		retrier: true,
		timed:   true,
		options: []options{tries},
		call:    func(c *attempts.Call) error { return v.retry(c.Context, fails(c), given(c)...) },
	}, {
		symbol:  v.path + ".Retry",
		with:    "WithMaxElapsedTime(0)",
		aside:   true,
		retrier: true,
		options: []options{tries},
		call:    func(c *attempts.Call) error { return v.retry(c.Context, fails(c), given(c, v.withoutTime)...) },
	}, {
		symbol:  v.path + ".Retry",
		with:    "WithBackOff(NewConstantBackOff(time.Second)), WithMaxTries(4)",
		uses:    []string{v.path + ".WithBackOff", v.path + ".NewConstantBackOff"},
		given:   catalog.Attempts(4),
		retrier: true,
		call:    func(c *attempts.Call) error { return v.retry(c.Context, fails(c), v.constant(), v.withMaxTries(4)) },
	}, {
		symbol:  v.path + ".Retry",
		with:    "WithBackOff(&ZeroBackOff{}), WithMaxTries(4)",
		uses:    []string{v.path + ".WithBackOff", v.path + ".ZeroBackOff"},
		given:   catalog.Attempts(4),
		retrier: true,
		call:    func(c *attempts.Call) error { return v.retry(c.Context, fails(c), v.zero(), v.withMaxTries(4)) },
	}, {
		symbol:  v.path + ".Retry",
		with:    "an error that is Permanent",
		uses:    []string{v.path + ".Permanent"},
		retrier: true,
		call: func(c *attempts.Call) error {
			return v.retry(c.Context, func() (int, error) { return 0, v.permanent(c.Fail()) })
		},
	}}
}
