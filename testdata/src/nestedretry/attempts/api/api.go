// Package api says of itself what its source does not show.
package api

import (
	"context"
	"database/sql"
	"time"
)

// Queue is implemented elsewhere; a put is tried again by whatever implements it.
type Queue interface {
	//retrylint:attempts 4
	Put(ctx context.Context, item string) error

	Get(ctx context.Context) (string, error)
}

type pool struct{ dbs []*sql.DB }

// Ping asks one after the other, which are replicas of one.
//
//retrylint:attempts 4
func (p *pool) Ping(ctx context.Context) (err error) {
	for _, db := range p.dbs {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

func Check(ctx context.Context, p *pool) (err error) {
	for range 3 { // want `up to 12 attempts of \(\*sql.DB\).PingContext for one call: api.Check 3× → \(\*api.pool\).Ping 4× \(api.go:23, as //retrylint:attempts says\)`
		if err = p.Ping(ctx); err == nil {
			return nil
		}
	}
	return err
}

// Repeat runs op until it succeeds.
//
//retrylint:attempts 5
func Repeat(policy func(n int) (time.Duration, bool), op func() error) error {
	for n := 0; ; n++ {
		err := op()
		if err == nil {
			return nil
		}
		d, again := policy(n)
		if !again {
			return err
		}
		time.Sleep(d)
	}
}

// Load is said to make more attempts than its loop.
//
//retrylint:attempts 12
func Load(ctx context.Context, db *sql.DB) (err error) {
	for range 2 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

// Twice is where the number was told.
//
//retrylint:attempts 6
func Twice(ctx context.Context, p *pool) error { // want `up to 24 attempts of \(\*sql.DB\).PingContext for one call: api.Twice 6× \(as //retrylint:attempts says\) → \(\*api.pool\).Ping 4× .*without the retries here it is 4`
	return p.Ping(ctx)
}
