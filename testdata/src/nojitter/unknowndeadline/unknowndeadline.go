// Package unknowndeadline stops when a time is over that the caller chooses.
package unknowndeadline

import (
	"context"
	"net"
	"time"
)

func ready(addr string, timeout time.Duration) (err error) {
	deadline := time.Now().Add(timeout)
	for time.Now().Before(deadline) { // want `retries net.DialTimeout after a constant 50ms: clients`
		var conn net.Conn
		if conn, err = net.DialTimeout("tcp", addr, time.Second); err == nil {
			return conn.Close()
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}

func renewed(ctx context.Context, addr string, ticks int) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second+2*time.Duration(ticks)*time.Millisecond)
	defer cancel()
	for ctx.Err() == nil { // want `retries net.DialTimeout after a constant 50ms, for a limited time: clients`
		var conn net.Conn
		if conn, err = net.DialTimeout("tcp", addr, time.Second); err == nil {
			return conn.Close()
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}
