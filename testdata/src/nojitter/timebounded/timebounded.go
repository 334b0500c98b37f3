// Package timebounded goes on for thirty seconds and does not count.
package timebounded

import (
	"net"
	"time"
)

func connect(addr string) (conn net.Conn, err error) {
	deadline := time.Now().Add(30 * time.Second)
	for time.Now().Before(deadline) { // want `retries net.Dial after a constant 500ms, for up to 30s`
		conn, err = net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		time.Sleep(500 * time.Millisecond)
	}
	return nil, err
}
