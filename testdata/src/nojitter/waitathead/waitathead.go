// Package waitathead waits at the head of the loop, but for the first round.
package waitathead

import (
	"net"
	"time"
)

func connect(addr string) (net.Conn, error) {
	var last error
	for range 6 { // want `retries net.Dial after a constant 1s, 6 attempts`
		if last != nil {
			time.Sleep(time.Second)
		}
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		last = err
	}
	return nil, last
}
