// Package endlessnumber counts to a number that nobody waits for.
package endlessnumber

import (
	"math"
	"net"
	"time"
)

func connect(addr string) net.Conn {
	for i := 0; i < math.MaxInt32; i++ { // want `retries net.Dial after a constant 1s, without limit`
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn
		}
		time.Sleep(time.Second)
	}
	return nil
}
