// Package retry declares what the cases use of the library of the same path. A test in the
// module proof holds it against the real one.
package retry

import "time"

type RetryableFunc func() error

type Config struct{ attempts uint }

type Option func(*Config)

func Do(retryableFunc RetryableFunc, opts ...Option) error { panic("a stub") }

func Attempts(attempts uint) Option { panic("a stub") }

func Delay(delay time.Duration) Option { panic("a stub") }

type DelayTypeFunc func(n uint, err error, config *Config) time.Duration

func DelayType(delayType DelayTypeFunc) Option { panic("a stub") }

func FixedDelay(_ uint, _ error, config *Config) time.Duration { panic("a stub") }

func Unrecoverable(err error) error { panic("a stub") }

type RetryIfFunc func(error) bool

func RetryIf(retryIf RetryIfFunc) Option { panic("a stub") }
