// Package attempts calls what says how often it tries.
package attempts

import (
	"context"
	"database/sql"
	"time"

	"nestedretry/attempts/api"
)

func put(ctx context.Context, q api.Queue) (err error) {
	for range 4 { // want `up to 16 attempts of \(api.Queue\).Put for one call: attempts.put 4× → \(api.Queue\).Put 4× \(attempts.go:14, as //retrylint:attempts says\)`
		if err = q.Put(ctx, "a"); err == nil {
			return nil
		}
	}
	return err
}

// get repeats what nothing is said of.
func get(ctx context.Context, q api.Queue) (item string, err error) {
	for range 4 {
		if item, err = q.Get(ctx); err == nil {
			return item, nil
		}
	}
	return item, err
}

func load(ctx context.Context, db *sql.DB) (err error) {
	for range 3 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

func repeat(ctx context.Context, db *sql.DB, policy func(n int) (time.Duration, bool)) error {
	return api.Repeat(policy, func() error { return load(ctx, db) }) // want `up to 15 attempts of \(\*sql.DB\).PingContext for one call: attempts.repeat 5× \(as //retrylint:attempts says\) → attempts.load 3× \(attempts.go:32\)`
}

// once has one layer.
func once(ctx context.Context, db *sql.DB, policy func(n int) (time.Duration, bool)) error {
	return api.Repeat(policy, func() error { return db.PingContext(ctx) })
}

// one calls one that makes twelve by itself.
func one(ctx context.Context, db *sql.DB) error { return api.Load(ctx, db) }
