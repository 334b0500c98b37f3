// Package reconnectjitter dials again after a random part of a capped window.
package reconnectjitter

import (
	"context"
	"log"
	"math/rand/v2"
	"net"
	"time"
)

func run(ctx context.Context, addr string, serve func(net.Conn) error) {
	var d net.Dialer
	window := time.Second
	for ctx.Err() == nil {
		conn, err := d.DialContext(ctx, "tcp", addr)
		if err == nil {
			window = time.Second
			err = serve(conn)
			conn.Close()
		}
		log.Print(err)
		select {
		case <-ctx.Done():
		case <-time.After(rand.N(window)):
		}
		window = min(2*window, time.Minute)
	}
}
