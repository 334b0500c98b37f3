// Package unixsocket waits for the socket of a process on the same machine.
package unixsocket

import (
	"net"
	"time"
)

func connect(path string) (conn net.Conn, err error) {
	for range 20 {
		if conn, err = net.Dial("unix", path); err == nil {
			return conn, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, err
}
