// Package countdown counts its tries down to zero inclusive.
package countdown

import (
	"net"
	"time"
)

func connect(addr string) (conn net.Conn, err error) {
	for left := 4; left >= 0; left-- { // want `retries net.Dial after a constant 1s, 5 attempts`
		conn, err = net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
