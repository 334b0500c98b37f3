// Package calleeretries goes over hosts with a function that retries each; the loop over the hosts is no retry.
package calleeretries

import (
	"net"
	"time"
)

func resolve(host string) (addr *net.TCPAddr, err error) {
	for range 3 { // want `retries net.ResolveTCPAddr after a constant 1s, 3 attempts`
		if addr, err = net.ResolveTCPAddr("tcp", host); err == nil {
			return addr, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func resolveAll(hosts []string) (addrs []*net.TCPAddr, err error) {
	for _, host := range hosts {
		addr, err := resolve(host)
		if err != nil {
			return nil, err
		}
		addrs = append(addrs, addr)
	}
	return addrs, nil
}
