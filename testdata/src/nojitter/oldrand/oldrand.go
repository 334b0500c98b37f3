// Package oldrand adds a random part from math/rand to a constant wait.
package oldrand

import (
	"math/rand"
	"net"
	"time"
)

func connect(addr string) (conn net.Conn, err error) {
	for i := 0; i < 3; i++ {
		conn, err = net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		time.Sleep(time.Second + time.Duration(rand.Intn(500))*time.Millisecond)
	}
	return nil, err
}
