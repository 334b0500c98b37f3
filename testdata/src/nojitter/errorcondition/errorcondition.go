// Package errorcondition has the call as init and as post statement, and the error as condition.
package errorcondition

import (
	"net"
	"time"
)

func open(addr string, n int) (conn net.Conn, err error) {
	for conn, err = net.Dial("tcp", addr); err != nil && n > 0; conn, err = net.Dial("tcp", addr) { // want `retries net.Dial after a constant 3s, n \+ 1 attempts`
		n--
		time.Sleep(3 * time.Second)
	}
	return conn, err
}
