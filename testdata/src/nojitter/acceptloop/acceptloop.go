// Package acceptloop accepts again after a growing wait: the accept never leaves the machine's own kernel.
package acceptloop

import (
	"errors"
	"log"
	"net"
	"syscall"
	"time"
)

func serve(l net.Listener, handle func(net.Conn)) error {
	delay := 5 * time.Millisecond
	for {
		conn, err := l.Accept()
		if errors.Is(err, syscall.EMFILE) {
			log.Print(err)
			time.Sleep(delay)
			delay = min(2*delay, time.Second)
			continue
		}
		if err != nil {
			return err
		}
		delay = 5 * time.Millisecond
		go handle(conn)
	}
}
