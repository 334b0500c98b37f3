// Package timerreset waits for a timer at the head, which it sets anew after each failure.
package timerreset

import (
	"context"
	"net"
	"time"
)

func connect(ctx context.Context, addr string) (net.Conn, error) {
	var d net.Dialer
	timer := time.NewTimer(0)
	defer timer.Stop()
	for { // want `retries \(\*net.Dialer\).DialContext after a constant 10s, without limit`
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-timer.C:
		}
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			return conn, nil
		}
		timer.Reset(10 * time.Second)
	}
}
