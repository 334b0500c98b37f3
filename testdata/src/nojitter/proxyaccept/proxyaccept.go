// Package proxyaccept dials once for each connection that comes in: a failure is not repeated for it.
package proxyaccept

import (
	"io"
	"net"
)

func serve(l net.Listener, upstream string) {
	for {
		down, err := l.Accept()
		if err != nil {
			return
		}
		up, err := net.Dial("tcp", upstream)
		if err != nil {
			down.Close()
			continue
		}
		go func() { _, _ = io.Copy(up, down) }()
	}
}
