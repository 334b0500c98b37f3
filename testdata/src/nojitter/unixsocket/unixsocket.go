// Package unixsocket dials another process, which a socket of the machine reaches as well as a network.
package unixsocket

import (
	"net"
	"time"
)

func connect(path string) (conn net.Conn, err error) {
	for range 20 { // want `retries net.Dial after a constant 100ms, 20 attempts`
		if conn, err = net.Dial("unix", path); err == nil {
			return conn, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, err
}
