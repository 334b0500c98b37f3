// Package waitatheadjitter waits a random time at the head of the loop, but for the first round.
package waitatheadjitter

import (
	"math/rand/v2"
	"net"
	"time"
)

func connect(addr string) (conn net.Conn, err error) {
	for i := range 6 {
		if i > 0 {
			time.Sleep(rand.N(time.Second << i))
		}
		conn, err = net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
	}
	return nil, err
}
