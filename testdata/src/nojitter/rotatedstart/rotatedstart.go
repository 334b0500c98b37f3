// Package rotatedstart goes once over its hosts, beginning where the last call left off.
package rotatedstart

import "net"

type pool struct {
	hosts []string
	last  int
}

func (p *pool) dial() (conn net.Conn, err error) {
	n := len(p.hosts)
	for x := range n {
		i := (p.last + x) % n
		if conn, err = net.Dial("tcp", p.hosts[i]); err == nil {
			p.last = i
			return conn, nil
		}
	}
	return nil, err
}
