// Package methodvalue hands methods and closures on as values.
package methodvalue

import (
	"context"
	"database/sql"
)

type client struct{ db *sql.DB }

func (c *client) ping(ctx context.Context) (err error) {
	for range 3 {
		if err = c.db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

func attempt(ctx context.Context, op func(context.Context) error) (err error) {
	for range 4 {
		if err = op(ctx); err == nil {
			return nil
		}
	}
	return err
}

func check(ctx context.Context, c *client) error {
	return attempt(ctx, c.ping) // want `up to 12 attempts of \(\*sql.DB\).PingContext for one call: methodvalue.check 4× → \(\*methodvalue.client\).ping 3×`
}

func variable(ctx context.Context, c *client) (err error) {
	ping := func() error { return c.ping(ctx) }
	for range 4 { // want `up to 12 attempts of \(\*sql.DB\).PingContext for one call: methodvalue.variable 4× → \(\*methodvalue.client\).ping 3×`
		if err = ping(); err == nil {
			return nil
		}
	}
	return err
}

type job struct {
	run func(context.Context) error
}

func newJob(c *client) *job {
	return &job{run: func(ctx context.Context) error { return c.ping(ctx) }}
}

func work(ctx context.Context, j *job) (err error) {
	for range 5 { // want `up to 15 attempts of \(\*sql.DB\).PingContext for one call: methodvalue.work 5× → \(\*methodvalue.client\).ping 3×`
		if err = j.run(ctx); err == nil {
			return nil
		}
	}
	return err
}
