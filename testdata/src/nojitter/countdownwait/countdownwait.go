// Package countdownwait counts the seconds down in a loop of its own: one wait, and no retry of anything.
package countdownwait

import (
	"log"
	"net"
	"time"
)

func connect(addr string) (conn net.Conn, err error) {
	for range 3 { // want `retries net.Dial after a constant .*, 3 attempts`
		conn, err = net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		for s := 5; s > 0; s-- {
			log.Printf("again in %d seconds", s)
			time.Sleep(time.Second)
		}
	}
	return nil, err
}
