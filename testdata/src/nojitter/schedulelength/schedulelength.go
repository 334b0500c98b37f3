// Package schedulelength takes its bound from the length of a list of delays it indexes.
package schedulelength

import (
	"net"
	"time"
)

var steps = []time.Duration{time.Second, 3 * time.Second, 9 * time.Second}

func connect(addr string) (conn net.Conn, err error) {
	for i := 0; i < len(steps); i++ { // want `retries net.Dial after a wait that grows without randomness \(1s, 3s.*\), 3 attempts`
		conn, err = net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		time.Sleep(steps[i])
	}
	return nil, err
}
