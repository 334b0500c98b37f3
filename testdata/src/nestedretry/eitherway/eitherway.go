// Package eitherway hands one literal to two retriers, of which one runs, and tries three times
// below it where nobody asks for another number.
package eitherway

import (
	"context"
	"database/sql"
	"time"
)

type options struct {
	patient bool
	tries   int
}

func often(f func() error) (err error) {
	for range 5 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func twice(f func() error) (err error) {
	for range 2 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func ping(ctx context.Context, db *sql.DB, o *options) (err error) {
	n := o.tries
	if n <= 0 {
		n = 3
	}
	for range n {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func connect(ctx context.Context, db *sql.DB, o *options) error {
	try := func() error { return ping(ctx, db, o) }
	if o.patient {
		return often(try) // want `^up to 15 attempts of \(\*sql\.DB\)\.PingContext for one call: eitherway\.connect 5× → eitherway\.ping 3× by default \(eitherway\.go:41\); `
	}
	return twice(try)
}

// once says that one try is enough.
func once(ctx context.Context, db *sql.DB) error {
	return often(func() error { return ping(ctx, db, &options{tries: 1}) })
}

// more says that there are to be four.
func more(ctx context.Context, db *sql.DB) error {
	return often(func() error { return ping(ctx, db, &options{tries: 4}) }) // want `^up to 20 attempts of \(\*sql\.DB\)\.PingContext for one call: eitherway\.more 5× → eitherway\.ping 4× \(eitherway\.go:41\); `
}
