// Package again is a retrier as many modules offer it: options change a policy,
// and the policy holds functions.
package again

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand"
	"time"
)

type policy struct {
	attempts uint
	perError map[error]uint
	delay    time.Duration
	limit    time.Duration
	spread   time.Duration
	shiftCap uint
	pick     DelayFunc
	keepOn   func(error) bool
	tell     func(n uint, err error)
	ctx      context.Context
	timer    Timer
}

type (
	Option    func(*policy)
	DelayFunc func(n uint, p *policy) time.Duration
	Timer     interface {
		After(time.Duration) <-chan time.Time
	}
)

type wallClock struct{}

func (*wallClock) After(d time.Duration) <-chan time.Time { return time.After(d) }

func Attempts(n uint) Option             { return func(p *policy) { p.attempts = n } }
func Delay(d time.Duration) Option       { return func(p *policy) { p.delay = d } }
func MaxDelay(d time.Duration) Option    { return func(p *policy) { p.limit = d } }
func Pick(f DelayFunc) Option            { return func(p *policy) { p.pick = f } }
func Context(ctx context.Context) Option { return func(p *policy) { p.ctx = ctx } }

func OnRetry(f func(uint, error)) Option {
	if f == nil {
		return func(*policy) {}
	}
	return func(p *policy) { p.tell = f }
}

func If(f func(error) bool) Option { return func(p *policy) { p.keepOn = f } }

func Fixed(_ uint, p *policy) time.Duration { return p.delay }

func Doubling(n uint, p *policy) time.Duration {
	const most = 62
	if p.shiftCap == 0 {
		if p.delay <= 0 {
			p.delay = 1
		}
		p.shiftCap = most - uint(math.Floor(math.Log2(float64(p.delay))))
	}
	return p.delay << min(n-1, p.shiftCap)
}

func Random(_ uint, p *policy) time.Duration {
	return time.Duration(rand.Int63n(int64(p.spread)))
}

func Sum(fs ...DelayFunc) DelayFunc {
	return func(n uint, p *policy) time.Duration {
		var total uint64
		for _, f := range fs {
			total += uint64(f(n, p))
			if total > math.MaxInt64 {
				total = math.MaxInt64
			}
		}
		return time.Duration(total)
	}
}

type final struct{ error }

func (f final) Unwrap() error { return f.error }

func Final(err error) error { return final{err} }

func isOpen(err error) bool {
	var f final
	return !errors.As(err, &f)
}

func newPolicy() *policy {
	return &policy{
		attempts: 10,
		perError: make(map[error]uint),
		delay:    100 * time.Millisecond,
		spread:   100 * time.Millisecond,
		pick:     Sum(Doubling, Random),
		keepOn:   isOpen,
		tell:     func(uint, error) {},
		ctx:      context.Background(),
		timer:    &wallClock{},
	}
}

type failures []error

func (f failures) Error() string { return fmt.Sprint(len(f), " attempts failed") }

func Do(op func() error, opts ...Option) error {
	_, err := DoWithValue(func() (any, error) { return nil, op() }, opts...)
	return err
}

func DoWithValue[T any](op func() (T, error), opts ...Option) (T, error) {
	var none T
	p := newPolicy()
	for _, opt := range opts {
		opt(p)
	}
	if err := context.Cause(p.ctx); err != nil {
		return none, err
	}
	left := make(map[error]uint, len(p.perError))
	for err, n := range p.perError {
		left[err] = n
	}
	var all failures
	var n uint
rounds:
	for {
		v, err := op()
		if err == nil {
			return v, nil
		}
		all = append(all, err)
		if !p.keepOn(err) {
			break
		}
		p.tell(n, err)
		for known, times := range left {
			if errors.Is(err, known) {
				times--
				left[known] = times
				if times <= 0 {
					break rounds
				}
			}
		}
		if n == p.attempts-1 {
			break
		}
		n++
		select {
		case <-p.timer.After(next(p, n)):
		case <-p.ctx.Done():
			return none, append(all, context.Cause(p.ctx))
		}
	}
	return none, all
}

func next(p *policy, n uint) time.Duration {
	d := p.pick(n, p)
	if p.limit > 0 && d > p.limit {
		d = p.limit
	}
	return d
}
