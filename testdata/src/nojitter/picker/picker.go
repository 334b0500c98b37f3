// Package picker asks another object for the target of each round, which may be another one each time.
package picker

import "net"

type remote struct{ addr string }

type balancer interface {
	Pick() *remote
	Down(r *remote)
}

func dial(b balancer) (net.Conn, error) {
	for {
		r := b.Pick()
		conn, err := net.Dial("tcp", r.addr)
		if err == nil {
			return conn, nil
		}
		b.Down(r)
	}
}
