// Package retrierhelper retries through a helper that runs a function again.
package retrierhelper

import (
	"context"
	"net"
)

func repeat(n int, op func() error) (err error) {
	for range n {
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

func dial(ctx context.Context) (conn net.Conn, err error) {
	var d net.Dialer
	err = repeat(3, func() error {
		conn, err = d.DialContext(ctx, "tcp", "db:5432")
		return err
	})
	return conn, err
}

func open(ctx context.Context) (conn net.Conn, err error) {
	err = repeat(5, func() error { // want `up to 15 attempts of \(\*net.Dialer\).DialContext for one call: retrierhelper.open 5× → retrierhelper.dial 3× \(retrierhelper.go:20\)`
		conn, err = dial(ctx)
		return err
	})
	return conn, err
}

// below is above the limit with nothing, and below it with nine.
func below(ctx context.Context) error {
	return repeat(3, func() error {
		_, err := dial(ctx)
		return err
	})
}
