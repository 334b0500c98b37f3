// Package retries is a retrier set up by the fields of a struct.
package retries

import (
	"context"
	"time"
)

type Config struct {
	Limit  time.Duration
	Delay  func() time.Duration
	Tries  int
	Accept func(error) bool
}

func (c Config) Run(ctx context.Context, op func(context.Context) error) error {
	delay := func() time.Duration { return 2 * time.Second }
	if c.Delay != nil {
		delay = c.Delay
	}
	accept := func(error) bool { return true }
	if c.Accept != nil {
		accept = c.Accept
	}
	var over <-chan time.Time
	if c.Limit != 0 {
		over = time.After(c.Limit)
	}
	var err error
	for try := 0; ; try++ {
		if c.Tries != 0 && try == c.Tries {
			return err
		}
		if err = op(ctx); err == nil {
			return nil
		}
		if !accept(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-over:
			return err
		default:
			time.Sleep(delay())
		}
	}
}

type Growth struct {
	First, Most time.Duration
	Factor      float64
}

func (g *Growth) Next() time.Duration {
	wait := g.First
	g.First = time.Duration(g.Factor * float64(g.First))
	if g.Most != 0 && g.First > g.Most {
		g.First = g.Most
	}
	return wait
}
