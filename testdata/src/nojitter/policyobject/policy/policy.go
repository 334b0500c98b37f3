// Package policy is a retrier whose policies are objects that wrap one another.
package policy

import (
	"context"
	"errors"
	"math/rand"
	"time"
)

// Stop is returned by a policy that allows no further attempt.
const Stop time.Duration = -1

type Policy interface {
	Next() time.Duration
	Reset()
}

type Constant struct{ Interval time.Duration }

func NewConstant(d time.Duration) *Constant { return &Constant{Interval: d} }
func (c *Constant) Next() time.Duration     { return c.Interval }
func (c *Constant) Reset()                  {}

type Exponential struct {
	Initial, Max time.Duration
	Factor       float64
	Spread       float64
	current      time.Duration
	started      time.Time
}

func NewExponential() *Exponential {
	e := &Exponential{Initial: 500 * time.Millisecond, Max: time.Minute, Factor: 1.5, Spread: 0.5}
	e.Reset()
	return e
}

func (e *Exponential) Reset() {
	e.current = e.Initial
	e.started = time.Now()
}

func (e *Exponential) Next() time.Duration {
	next := spread(e.Spread, rand.Float64(), e.current)
	if float64(e.current) >= float64(e.Max)/e.Factor {
		e.current = e.Max
	} else {
		e.current = time.Duration(float64(e.current) * e.Factor)
	}
	if time.Since(e.started)+next > time.Hour {
		return Stop
	}
	return next
}

func spread(factor, random float64, d time.Duration) time.Duration {
	if factor == 0 {
		return d
	}
	delta := factor * float64(d)
	low, high := float64(d)-delta, float64(d)+delta
	return time.Duration(low + (random * (high - low + 1)))
}

type atMost struct {
	inner Policy
	most  uint64
	done  uint64
}

// AtMost allows n further attempts.
func AtMost(p Policy, n uint64) Policy { return &atMost{inner: p, most: n} }

func (a *atMost) Next() time.Duration {
	if a.most == 0 {
		return Stop
	}
	if a.most > 0 {
		if a.most <= a.done {
			return Stop
		}
		a.done++
	}
	return a.inner.Next()
}

func (a *atMost) Reset() {
	a.done = 0
	a.inner.Reset()
}

type Bound interface {
	Policy
	Context() context.Context
}

type bound struct {
	Policy
	ctx context.Context
}

func With(p Policy, ctx context.Context) Bound {
	if b, ok := p.(*bound); ok {
		return &bound{Policy: b.Policy, ctx: ctx}
	}
	return &bound{Policy: p, ctx: ctx}
}

func (b *bound) Context() context.Context { return b.ctx }

func (b *bound) Next() time.Duration {
	select {
	case <-b.ctx.Done():
		return Stop
	default:
		return b.Policy.Next()
	}
}

func contextOf(p Policy) context.Context {
	if b, ok := p.(Bound); ok {
		return b.Context()
	}
	if a, ok := p.(*atMost); ok {
		return contextOf(a.inner)
	}
	return context.Background()
}

type Clock interface {
	Start(time.Duration)
	Stop()
	C() <-chan time.Time
}

type clock struct{ t *time.Timer }

func (c *clock) C() <-chan time.Time { return c.t.C }
func (c *clock) Stop() {
	if c.t != nil {
		c.t.Stop()
	}
}
func (c *clock) Start(d time.Duration) {
	if c.t == nil {
		c.t = time.NewTimer(d)
	} else {
		c.t.Reset(d)
	}
}

type Final struct{ Err error }

func (f *Final) Error() string { return f.Err.Error() }
func (f *Final) Unwrap() error { return f.Err }

type Told func(error, time.Duration)

type Op func() error

func (op Op) withNothing() func() (struct{}, error) {
	return func() (struct{}, error) { return struct{}{}, op() }
}

func Do(op Op, p Policy) error {
	_, err := run(op.withNothing(), p, nil, nil)
	return err
}

func DoValue[T any](op func() (T, error), p Policy) (T, error) { return run(op, p, nil, nil) }

func run[T any](op func() (T, error), p Policy, told Told, c Clock) (T, error) {
	var (
		err  error
		next time.Duration
		res  T
	)
	if c == nil {
		c = &clock{}
	}
	defer c.Stop()
	ctx := contextOf(p)
	p.Reset()
	for {
		res, err = op()
		if err == nil {
			return res, nil
		}
		var final *Final
		if errors.As(err, &final) {
			return res, final.Err
		}
		if next = p.Next(); next == Stop {
			if cause := ctx.Err(); cause != nil {
				return res, cause
			}
			return res, err
		}
		if told != nil {
			told(err, next)
		}
		c.Start(next)
		select {
		case <-ctx.Done():
			return res, ctx.Err()
		case <-c.C():
		}
	}
}

// Mark returns an error that is not to be repeated.
func Mark(err error) error {
	if err == nil {
		return nil
	}
	return &Final{Err: err}
}
